import { expect, it } from 'vitest';
import { readLayouts } from './api';

it('reads the hands of every deal from a record', () => {
  const record = `[Game "preferans"]

; deal 1, dealer S
deal "N:AK7.QJ.T98.A7 - QJ.AK.AKQ.KQJ T98.T98.J7.T9 + S8 DJ"
pass pass 6S ; N E S
 1. DA DJ DQ ; N E S

deal "S:A...K 7... - - + H7 H8"
`;
  const [first, second] = readLayouts(record);
  expect(first!.hands['N']).toEqual(['SA', 'SK', 'S7', 'HQ', 'HJ', 'DT', 'D9', 'D8', 'CA', 'C7']);
  expect(Object.keys(first!.hands)).toEqual(['N', 'S', 'W']);
  expect(first!.talon).toEqual(['S8', 'DJ']);
  expect(second!.hands).toEqual({ S: ['SA', 'CK'], W: ['S7'] });
});
