// The club over HTTP.

import type { Agree, Agreed, Closed, Failure, Fault, GameAbout } from '../wire.gen';

/** The club has answered, and the answer is no; any other error means that it has not answered. */
export class Refused extends Error {
  readonly code: string; // why, for the words of the page
  readonly law: string; // the rule, where one says so
  readonly params: Readonly<Record<string, string | number>>; // values for the words of the code
  readonly status: number;
  readonly closed: Closed | null; // by the operator, since when and why
  constructor(refusal: Fault, status = 400) {
    super(refusal.message);
    this.code = refusal.code;
    this.law = refusal.law ?? '';
    this.params = refusal.params ?? {};
    this.status = status;
    this.closed = refusal.closed ?? null;
  }
}

/** Ask the club; a body makes it a POST, unless another method is named. Nothing comes back from a 204. */
export async function ask<T>(
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
  signal?: AbortSignal,
): Promise<T> {
  const init: RequestInit =
    method === 'GET'
      ? {}
      : { method, body: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(path, { credentials: 'same-origin', ...(signal && { signal }), ...init });
  if (answer.status === 204) return undefined as T;
  if (answer.ok) return (await answer.json()) as T;
  const refused = (await answer.json().catch(() => null)) as Partial<Failure> | null;
  // A club in trouble has not refused: the answer may exist. Only "too many log in" is told in words.
  if (answer.status >= 500 && refused?.error?.code !== 'busy') throw new Error(String(answer.status));
  throw new Refused(refused?.error ?? { message: String(answer.status), code: '' }, answer.status);
}

/** Part of a list, and whether the club has more of it. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly more: boolean;
}

/** The first `count` pages of a list: the club names the next one in a header as long as there is one. */
export async function pages<T>(path: string, count = 1): Promise<Rows<T>> {
  let rows: readonly T[] = [];
  for (let n = 1; n <= count; n++) {
    const answer = await fetch(`${path}${path.includes('?') ? '&' : '?'}page=${n}`, { credentials: 'same-origin' });
    if (!answer.ok) throw new Error(String(answer.status));
    rows = [...rows, ...((await answer.json()) as readonly T[])];
    if (!/rel="next"/.test(answer.headers.get('link') ?? '')) return { rows, more: false };
  }
  return { rows, more: true };
}

let known: Promise<Readonly<Record<string, GameAbout>>> | null = null;

/** The games of the club; asked once. */
export function games(): Promise<Readonly<Record<string, GameAbout>>> {
  known ??= ask<Readonly<Record<string, GameAbout>>>('/api/games').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** The differences of options from their preset: its value and ours. */
export type Diff = Agreed['diff'];

export const agree = (wanted: Agree): Promise<Agreed> => ask<Agreed>('/api/agree', wanted);

export const recordPath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/record`;

/** The cards of every deal that is over, from the table's record: hands by seat, and the talon. */
export interface Layout {
  readonly hands: Readonly<Record<string, readonly string[]>>;
  readonly talon: readonly string[];
}

export async function recordText(table: string): Promise<string> {
  const answer = await fetch(recordPath(table), { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
}

export const layouts = async (table: string): Promise<readonly Layout[]> => readLayouts(await recordText(table));

/** The deals in a `.kz` record (docs/kz.md): `deal "N:hand hand - hand + DK CA"`. */
export function readLayouts(record: string): readonly Layout[] {
  return [...record.matchAll(/^deal\s+"([NESW]):([^"]*)"/gm)].map(([, first, text]) => {
    const [hands = '', talon = ''] = text!.split('+');
    const seats = 'NESW';
    const start = seats.indexOf(first!);
    const dealt: Record<string, readonly string[]> = {};
    hands
      .trim()
      .split(/\s+/)
      .forEach((hand, at) => {
        if (hand !== '-') dealt[seats[(start + at) % 4]!] = readHand(hand);
      });
    return { hands: dealt, talon: talon.trim().split(/\s+/).filter(Boolean) };
  });
}

function readHand(text: string): readonly string[] {
  // Deberts writes the first six cards and the other three apart: `six/three`.
  return text
    .split('/')
    .flatMap((part) => part.split('.').flatMap((ranks, suit) => [...ranks].map((rank) => 'SHDC'[suit]! + rank)));
}
