import { expect, it } from 'vitest';
import { readLayouts } from './api';

it('reads the hands of every deal from a record', () => {
  const record =
    '[Game "preferans"]\n\ndeal:N:AK7.QJ.T98.A7_-_QJ.AK.AKQ.KQJ_T98.T98.J7.T9_+_S8_DJ pass\n pass 6S deal:S:A...K_7..._-_-_+_H7_H8\n';
  const [first, second] = readLayouts(record);
  expect(first!.hands['N']).toEqual(['SA', 'SK', 'S7', 'HQ', 'HJ', 'DT', 'D9', 'D8', 'CA', 'C7']);
  expect(Object.keys(first!.hands)).toEqual(['N', 'S', 'W']);
  expect(first!.talon).toEqual(['S8', 'DJ']);
  expect(second!.hands).toEqual({ S: ['SA', 'CK'], W: ['S7'] });
});
