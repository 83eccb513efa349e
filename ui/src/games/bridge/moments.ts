// Real moments of bridge, made with src/dev/bridge.py; for tests alone.

import type { Table } from '../../core/wire';
import moments from './moments.json';
import type { BridgeSaid, Finished, Sheet, View } from './types';

export type Name = keyof typeof moments;
export const NAMES = Object.keys(moments) as readonly Name[];

export interface Moment {
  readonly table: Table;
  readonly view: View | null;
  readonly sheet: Sheet;
  readonly last: Finished | null;
  readonly log: readonly BridgeSaid[];
}

export const moment = (name: Name): Moment => moments[name] as unknown as Moment;
