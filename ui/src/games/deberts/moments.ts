// Real moments of deberts, made with src/dev/deberts.py; for tests alone.

import type { Table } from '../../core/wire';
import moments from './moments.json';
import type { DebertsSaid, Finished, Sheet, View } from './types';

export type Name = keyof typeof moments;
export const NAMES = Object.keys(moments) as readonly Name[];

export interface Moment {
  readonly table: Table;
  readonly view: View | null;
  readonly sheet: Sheet;
  readonly last: Finished | null;
  readonly log: readonly DebertsSaid[];
}

export const moment = (name: Name): Moment => moments[name] as unknown as Moment;
