// A line of a protocol of preferans, as a table enters it tap by tap; the club refuses what cannot be.

/** The three who have cards on a board of preferans, the first hand first: with four the board's number names who sits out (PT-I.2). */
export function handsOf(board: number, seats: readonly string[]): readonly string[] {
  const n = seats.length;
  const marked = (board - 1) % n;
  const first = n === 4 ? marked + 1 : marked;
  return [0, 1, 2].map((step) => seats[(first + step) % n]!);
}

export interface Preferans {
  readonly contract: string | null; // 6S to 10NT, misere, or - for an all-pass
  readonly declarer: string | null;
  readonly givenUp: boolean;
  readonly whists: readonly string[]; // who whisted
  readonly tricks: Readonly<Record<string, number>>;
}
export const NOTHING: Preferans = { contract: null, declarer: null, givenUp: false, whists: [], tricks: {} };
const SIZE = 10;

/** Whose tricks are still to be said; what follows from the others is not asked. */
export function asked(line: Preferans, hands: readonly string[]): readonly string[] {
  const { contract, declarer, whists, givenUp } = line;
  if (contract === '-') return hands;
  if (declarer === null || givenUp) return [];
  const others = hands.filter((seat) => seat !== declarer);
  if (contract === 'misere') return [declarer, others[0]!];
  return whists.length === 0 ? [] : whists.length === 1 ? [declarer] : [declarer, whists[0]!];
}

/** The line as a protocol has it; null: something is still to be said. */
export function preferansLine(line: Preferans, hands: readonly string[]): string | null {
  const { contract, declarer, whists, tricks, givenUp } = line;
  if (contract === null) return null;
  if (asked(line, hands).some((seat) => tricks[seat] === undefined)) return null;
  if (contract === '-') return ['-', ...hands.map((seat) => `${seat}${tricks[seat]}`)].join(' ');
  if (declarer === null) return null;
  const others = hands.filter((seat) => seat !== declarer);
  const mine = tricks[declarer] ?? 0;
  if (contract === 'misere') {
    const one = tricks[others[0]!]!;
    return `misere ${declarer}${mine} ${others[0]}${one} ${others[1]}${SIZE - mine - one}`;
  }
  if (givenUp) return [contract, declarer, 'given-up', ...whists].join(' ');
  if (whists.length === 0) return `${contract} ${declarer}`;
  const [first, second] = whists;
  if (second === undefined) return `${contract} ${declarer}${mine} ${first}${SIZE - mine}`;
  return `${contract} ${declarer}${mine} ${first}${tricks[first!]} ${second}${SIZE - mine - tricks[first!]!}`;
}
