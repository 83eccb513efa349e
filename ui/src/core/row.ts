// A line of a protocol as a table enters it, in any game; the club reads its text and refuses impossible lines.

/** A party: the points of each, and the number of deals; null: they do not sum to nought, or one is missing. */
export function partyLine(won: readonly string[], deals: number | undefined): string | null {
  if (!deals || won.some((text) => !/^-?\d{1,6}$/.test(text.trim()))) return null;
  if (won.reduce((sum, text) => sum + Number(text), 0) !== 0) return null;
  return `${won.map((text) => Number(text)).join(' ')} / ${deals}`;
}
