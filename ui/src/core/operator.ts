// The page of operators: its contents, and the acts of `kozyr admin` that it offers.

import type * as wire from '../wire.gen';
import { ask, pages, type Rows } from './api';

export const tables = (count = 1): Promise<Rows<wire.OperatorTable>> => pages('/api/operator/tables', count);
export const closed = (count = 1): Promise<Rows<wire.OperatorThing>> => pages('/api/operator/closed', count);
export const rulings = (count = 1): Promise<Rows<wire.OperatorRuling>> => pages('/api/operator/rulings', count);
export const audit = (count = 1): Promise<Rows<wire.OperatorDone>> => pages('/api/operator/audit', count);
export const reports = (all: boolean, count = 1): Promise<Rows<wire.ReportTold>> =>
  pages(`/api/operator/reports?all=${all ? 1 : 0}`, count);
/** All that was said of the target of a report. */
export const said = (report: number, count = 1): Promise<Rows<wire.ReportSaid>> =>
  pages(`/api/operator/reports/${report}`, count);
export const people = (text: string, count = 1): Promise<Rows<wire.OperatorPerson>> =>
  pages(`/api/operator/who?text=${encodeURIComponent(text)}`, count);
/** The thing with this id, or with this address of its page. */
export const thing = (text: string): Promise<wire.OperatorThing> =>
  ask(`/api/operator/thing?text=${encodeURIComponent(text)}`);
export const act = async (wanted: wire.OperatorAct): Promise<readonly string[]> =>
  (await ask<wire.OperatorSaid>('/api/operator', wanted)).lines;

/** The record up to the ruling that a report is about: its text begins with the number of the call; null: it is about a person. */
export function recordPath({ reason, table, texts }: wire.ReportTold): string | null {
  const call = reason === 'ruling' ? /^(\d+):/.exec(texts[0]?.text ?? '')?.[1] : undefined;
  return call === undefined ? null : `/api/operator/record?table=${encodeURIComponent(table)}&call=${call}`;
}
