// A moment at a table, as `moments.json` of a game has it; for tests alone.

import type { Kind, Said, Table } from '../core/wire';

export interface Moment<K extends Kind> {
  readonly table: Table;
  readonly view: K['view'] | null;
  readonly sheet: K['sheet'];
  readonly last: K['last'] | null;
  readonly log: readonly Said<K>[];
}
