// From the director's page to the desk and back: the line of an event that is being ruled upon, and the desk's answer.
// Both are pages of one browser.

interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A line of an event that is worked out at the desk. */
export interface Line {
  readonly event: string;
  readonly table: number;
  readonly board: number;
  readonly room: string;
  readonly round: number;
  /** By what the event is played; the desk asks by it. */
  readonly game: string;
  readonly preset: string;
  readonly laws: string;
}
/** Scores of a side, each with its per cent. */
export type Shares = readonly (readonly [number, number])[];
/** The desk's answer: its first paragraph, the ruling in words that an entry can hold, and weighted scores by side. */
export interface Said extends Line {
  readonly law: string;
  readonly text: string;
  readonly shares: Readonly<Record<string, Shares>>;
}

const ASKED = 'kozyr.desk.asked';
export const SAID = 'kozyr.desk.said';
const LONG_MS = 2 * 3_600_000; // after this time a line is forgotten at the desk
const LONGEST = 200; // letters of an entry

function read<T>(store: Store, key: string): T | null {
  try {
    return JSON.parse(store.getItem(key) ?? 'null') as T | null;
  } catch {
    return null; // text of another page
  }
}

/** The desk is opened for this line. */
export const askDesk = (store: Store, line: Line, now: number): void =>
  store.setItem(ASKED, JSON.stringify({ ...line, now }));

/** For which line the desk was opened a while ago; null: for none. */
export function deskAsked(store: Store, now: number): Line | null {
  const found = read<Line & { readonly now: number }>(store, ASKED);
  if (found === null || now - found.now > LONG_MS) return null;
  const { now: _, ...line } = found;
  return line;
}

/** The desk says this of the line for which it was opened. */
export function deskSays(store: Store, line: Line, law: string, text: string, shares: Said['shares'] = {}): void {
  const whole = text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
  store.setItem(SAID, JSON.stringify({ ...line, law, text: whole, shares } satisfies Said));
  store.removeItem(ASKED);
}

/** The desk's answer on a line of this event, once. */
export function deskSaid(store: Store, event: string): Said | null {
  const found = read<Said>(store, SAID);
  if (found?.event !== event) return null;
  store.removeItem(SAID);
  return found;
}
