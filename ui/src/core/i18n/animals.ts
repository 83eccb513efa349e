// The name of a guest who gave none: the club writes `Guest Lynx`, each page the words of its language.

import { MESSAGES, find, type Lang } from '.';

const NAME = /^Guest(?: ([A-Z][a-z]+)(?: (\d+))?)?$/;

const known = (animal: string): boolean => Object.values(MESSAGES).some((words) => `animal.${animal}` in words);

/** Whether the club gave this name, or there is none. */
export const nameless = (nick: string): boolean => {
  const found = NAME.exec(nick);
  return nick === '' || (found !== null && (found[1] === undefined || known(found[1])));
};

/** A guest's name in this language; guest: the word for one. */
export function guestName(nick: string, lang: Lang, guest: string): string {
  const [, animal, number] = NAME.exec(nick) ?? [];
  const word = animal && (find(lang, `animal.${animal}`) ?? animal);
  return [guest, word, number].filter(Boolean).join(' ');
}
