import { expect, test } from 'vitest';
import { guestName, nameless } from './animals';

test('a guest without a name is the same animal in every language', () => {
  expect(guestName('Guest Lynx', 'en', 'Guest')).toBe('Guest Lynx');
  expect(guestName('Guest Lynx', 'ru', 'Гость')).toBe('Гость Рысь');
  expect(guestName('Guest Lynx 2', 'uk', 'Гість')).toBe('Гість Рись 2');
  expect(guestName('Guest', 'ru', 'Гость')).toBe('Гость');
});

test('only what the club itself gives is translated', () => {
  for (const nick of ['', 'Guest', 'Guest Lynx', 'Guest Lynx 17']) expect(nameless(nick)).toBe(true);
  for (const nick of ['Guest Anna', 'Guests', 'guest lynx', 'Guest Lynx x', 'Анна', 'Guest Constructor'])
    expect(nameless(nick)).toBe(false);
});
