// A line of a protocol as a table enters it, whatever is played; the club reads the text that comes of it and refuses what cannot be.

/** A party: what each has won, and in how many deals; null: it does not sum to nought, or something is missing. */
export function partyLine(won: readonly string[], deals: number | undefined): string | null {
  if (!deals || won.some((text) => !/^-?\d{1,6}$/.test(text.trim()))) return null;
  if (won.reduce((sum, text) => sum + Number(text), 0) !== 0) return null;
  return `${won.map((text) => Number(text)).join(' ')} / ${deals}`;
}
