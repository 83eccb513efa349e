/** What a guest is called who gave no name: the club writes `Guest Lynx`, each page the words of its language. */

import type { Lang } from '.';

/** In Russian and in Ukrainian; in English they are called as they are written. */
const ANIMALS: Readonly<Record<string, readonly [string, string]>> = {
  Lynx: ['Рысь', 'Рись'],
  Mole: ['Крот', 'Кріт'],
  Hedgehog: ['Ёж', 'Їжак'],
  Heron: ['Цапля', 'Чапля'],
  Stork: ['Аист', 'Лелека'],
  Crane: ['Журавль', 'Журавель'],
  Magpie: ['Сорока', 'Сорока'],
  Goldfinch: ['Щегол', 'Щиголь'],
  Bullfinch: ['Снегирь', 'Снігур'],
  Woodpecker: ['Дятел', 'Дятел'],
  Squirrel: ['Белка', 'Білка'],
  Hamster: ['Хомяк', "Хом'як"],
  Marmot: ['Сурок', 'Бабак'],
  Elk: ['Лось', 'Лось'],
  Bison: ['Зубр', 'Зубр'],
  Boar: ['Кабан', 'Кабан'],
  Wolf: ['Волк', 'Вовк'],
  Fox: ['Лиса', 'Лисиця'],
  Hare: ['Заяц', 'Заєць'],
  Ermine: ['Горностай', 'Горностай'],
  Weasel: ['Ласка', 'Ласка'],
  Ferret: ['Хорёк', 'Тхір'],
  Falcon: ['Сокол', 'Сокіл'],
  Hawk: ['Ястреб', 'Яструб'],
  Raven: ['Ворон', 'Крук'],
  Jackdaw: ['Галка', 'Галка'],
  Starling: ['Скворец', 'Шпак'],
  Nightingale: ['Соловей', 'Соловей'],
  Swan: ['Лебедь', 'Лебідь'],
  Pike: ['Щука', 'Щука'],
  Catfish: ['Сом', 'Сом'],
  Sturgeon: ['Осётр', 'Осетер'],
  Perch: ['Окунь', 'Окунь'],
  Carp: ['Карп', 'Короп'],
  Seal: ['Тюлень', 'Тюлень'],
  Dolphin: ['Дельфин', 'Дельфін'],
};

const NAME = /^Guest(?: ([A-Z][a-z]+)(?: (\d+))?)?$/;

/** Whether the club gave this name, or nobody has given one. */
export const nameless = (nick: string): boolean => {
  const found = NAME.exec(nick);
  return nick === '' || (found !== null && (found[1] === undefined || Object.hasOwn(ANIMALS, found[1])));
};

/** A guest's name in this language; guest: the word for one. */
export function guestName(nick: string, lang: Lang, guest: string): string {
  const [, animal, number] = NAME.exec(nick) ?? [];
  const [ru, uk] = ANIMALS[animal ?? ''] ?? ['', ''];
  const word = { en: animal, ru, uk }[lang];
  return [guest, word, number].filter(Boolean).join(' ');
}
