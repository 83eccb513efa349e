// Cards as people see them. No order of the game lives here: only how a hand is laid out for the eye.

export type SuitId = 'S' | 'H' | 'D' | 'C';
export type Letters = 'TKDV' | 'AKQJ';

export const SIGNS: Readonly<Record<SuitId, string>> = { S: '♠', H: '♥', D: '♦', C: '♣' };
const RED: ReadonlySet<string> = new Set(['H', 'D']);
const RANKS = '23456789TJQKA'; // for the eye only: highest on the left
const CYRILLIC: Readonly<Record<string, string>> = { A: 'Т', K: 'К', Q: 'Д', J: 'В' };

export const suitOf = (card: string): SuitId => card[0] as SuitId;
export const rankOf = (card: string): string => card[1] ?? '';

/** The index of a card: `10`, `A` or, in Cyrillic, `Т`. */
export function index(rank: string, letters: Letters): string {
  if (rank === 'T') return '10';
  return letters === 'TKDV' ? (CYRILLIC[rank] ?? rank) : rank;
}

/** The suits of a hand from left to right: colours alternate where they can; suits laid before keep their places. */
export function suitOrder(cards: readonly string[], before: readonly SuitId[] = []): readonly SuitId[] {
  const held = new Set(cards.map(suitOf));
  if (before.length > 0 && [...held].every((suit) => before.includes(suit))) return before;
  const all: readonly SuitId[] = ['S', 'D', 'C', 'H'];
  const black = all.filter((suit) => held.has(suit) && !RED.has(suit));
  const red = all.filter((suit) => held.has(suit) && RED.has(suit));
  const [first, second] = red.length > black.length ? [red, black] : [black, red];
  return first.flatMap((suit, at) => [suit, ...second.slice(at, at + 1)]);
}

export function sorted(cards: readonly string[], suits: readonly SuitId[]): readonly string[] {
  const place = (card: string) => suits.indexOf(suitOf(card)) * 100 - RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** A hand as docs/fair.md writes it: suits S.H.D.C, high to low. */
export function handText(cards: readonly string[]): string {
  const suits: readonly SuitId[] = ['S', 'H', 'D', 'C'];
  const held = (suit: SuitId) => sorted(cards.filter((card) => suitOf(card) === suit), [suit]); // prettier-ignore
  return suits.map((suit) => held(suit).map(rankOf).join('')).join('.');
}

/** A hand laid open: a row a suit, highest first, as P-3.8.10 wants it. */
export function bySuit(
  cards: readonly string[],
  suits: readonly SuitId[] = ['S', 'C', 'D', 'H'],
): readonly (readonly [SuitId, readonly string[]])[] {
  return suits
    .map(
      (suit) =>
        [
          suit,
          sorted(
            cards.filter((card) => suitOf(card) === suit),
            [suit],
          ),
        ] as const,
    )
    .filter(([, held]) => held.length > 0);
}
