// A line of a traveller of bridge, as a table enters it tap by tap; the club refuses what cannot be.

export interface Bridge {
  readonly level: number | null;
  readonly strain: string | null;
  readonly doubled: '' | 'X' | 'XX';
  readonly declarer: string | null;
  readonly over: number | null; // tricks over the contract, or under it
}
export const NO_CONTRACT: Bridge = { level: null, strain: null, doubled: '', declarer: null, over: null };

/** What a contract can come to: from all tricks down to all tricks made. */
export const overs = (level: number): readonly number[] =>
  Array.from({ length: 14 }, (_, tricks) => tricks - level - 6);

/** The line as a traveller has it; null: something is still to be said. */
export function bridgeLine({ level, strain, doubled, declarer, over }: Bridge): string | null {
  if (level === null || strain === null || declarer === null || over === null) return null;
  return `${level}${strain}${doubled} ${declarer} ${level + 6 + over}`;
}
