import { expect, test } from 'vitest';
import { byName, countryName, placeOf, timeIn } from './people';

test('a country has its name in each language, and the order is that of the names', () => {
  expect(countryName('UA', 'uk')).toBe('Україна');
  expect(countryName('DE', 'en')).toBe('Germany');
  expect(byName(['SE', 'DE', 'AT'], 'en').map(([code]) => code)).toEqual(['AT', 'DE', 'SE']);
});

test('the time somewhere follows from the zone, and an unknown zone says nothing', () => {
  const noon = Date.UTC(2026, 0, 15, 12, 0);
  expect(timeIn('Europe/Moscow', 'ru', noon)).toBe('15:00');
  expect(timeIn('Asia/Vladivostok', 'ru', noon)).toBe('22:00');
  expect(timeIn('Mars/Olympus', 'ru', noon)).toBeNull();
});

test('where somebody is, as far as he tells it', () => {
  expect(placeOf({ country: 'UA', place: 'Одеса', zone: null }, 'uk')).toBe('Одеса, Україна');
  expect(placeOf({ country: null, place: 'Brooklyn', zone: null }, 'en')).toBe('Brooklyn');
  expect(placeOf({ country: null, place: '', zone: 'Europe/Kyiv' }, 'en')).toBe('');
});
