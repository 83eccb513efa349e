// The page of operators: what it shows, and the acts of `kozyr admin` that it offers.

import type {
  OperatorAct,
  OperatorDesk,
  OperatorPeople,
  OperatorPerson,
  OperatorReports,
  OperatorSaid,
  ReportTold,
} from '../wire.gen';
import { ask } from './api';

export const desk = (): Promise<OperatorDesk> => ask('/api/operator');
export const reports = async (all: boolean): Promise<readonly ReportTold[]> =>
  (await ask<OperatorReports>(`/api/operator/reports?all=${all ? 1 : 0}`)).reports;
export const find = async (text: string): Promise<readonly OperatorPerson[]> =>
  (await ask<OperatorPeople>(`/api/operator/who?text=${encodeURIComponent(text)}`)).people;
export const act = async (wanted: OperatorAct): Promise<readonly string[]> =>
  (await ask<OperatorSaid>('/api/operator', wanted)).lines;

/** The record up to the ruling that a report is about: its text begins with the number of the call; null: it is about a person. */
export function recordPath({ reason, table, text }: ReportTold): string | null {
  const call = reason === 'ruling' ? /^(\d+):/.exec(text)?.[1] : undefined;
  return call === undefined ? null : `/api/operator/record?table=${encodeURIComponent(table)}&call=${call}`;
}
