// Real moments at real tables, as a club sent them, cut down; for tests alone.

import type { Table } from '../../core/wire';
import moments from './moments.json';
import type { Finished, View } from './types';

type Name = keyof typeof moments;

export function moment(name: Name): { readonly table: Table; readonly view: View; readonly last: Finished | null } {
  const { table, view, last } = moments[name];
  return { table: table as unknown as Table, view: view as unknown as View, last: last as unknown as Finished | null };
}
