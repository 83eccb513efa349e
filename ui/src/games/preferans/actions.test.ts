import { describe, expect, it } from 'vitest';
import { auction, claim, claimAll, claimNone, claims, contracts, discard, mySide, nearest } from './actions';
import { moment } from './moments';

describe('the action bar', () => {
  it('sorts the words of the auction', () => {
    const found = auction(moment('auction').view);
    expect(found.steps.map((step) => step.contract)).toEqual(['6D']);
    expect(found).toMatchObject({ pass: { type: 'pass' }, here: { type: 'here' }, look: null, misere: [] });
  });

  it('keeps blind words apart', () => {
    const found = auction(moment('blind').view);
    expect(found.look).toEqual({ type: 'look' });
    expect(found.pass).toMatchObject({ blind: true });
    expect(found.steps.every((step) => step.manner === 'blind')).toBe(true);
  });

  it('lays contracts out as a bidding box does', () => {
    const rows = contracts(moment('contract').view.legal).map((row) => row.map((event) => event.contract).join(' '));
    expect(rows[0]).toBe('6NT');
    expect(rows[1]).toBe('7S 7C 7D 7H 7NT');
    expect(rows.at(-1)).toBe('10S 10C 10D 10H 10NT');
  });

  it('finds the discard of the cards that were picked, in any order', () => {
    const { view } = moment('discard');
    const [a, b] = view.hands[view.seat!]!.cards!.slice(3) as [string, string];
    expect([...(discard(view, [b, a])!.cards as string[])].sort()).toEqual([a, b].sort());
    expect(discard(view, [a])).toBeNull();
    expect(discard(view, ['SA', 'XX'])).toBeNull();
  });
});

describe('claims', () => {
  const { view } = moment('play'); // I play six no trump; tricks 0, 4, 1; one whister, in light

  it('are whole: mine, theirs, and nothing that the view does not offer', () => {
    expect(claimAll(view)!.tricks).toEqual({ N: 5, E: 4, S: 1 });
    expect(claimNone(view)!.tricks).toEqual({ N: 0, E: 4, S: 6 });
    expect(claim(view, { N: 5, E: 4, S: 1 })).toBe(claimAll(view));
    expect(claim(view, { N: 6, E: 4, S: 0 })).toBeNull();
  });

  it('move one number and the nearest others with it', () => {
    expect(nearest(view, { N: 5, E: 4, S: 1 }, 'N', 4)).toSatisfy(
      ({ N, E = 0, S = 0 }: Record<string, number>) => N === 4 && E + S === 6,
    );
    expect(nearest(view, { N: 5, E: 4, S: 1 }, 'N', 6)).toBeNull();
  });

  it('count both hands that I play', () => {
    const open = moment('for').view;
    expect([...mySide(open)].sort()).toEqual(['E', 'W']);
    const all = claimAll(open)!.tricks!;
    expect(all['S'] ?? all['N']).toBeDefined();
    const best = Math.max(...claims(open).map((event) => (event.tricks!['E'] ?? 0) + (event.tricks!['W'] ?? 0)));
    expect((all['E'] ?? 0) + (all['W'] ?? 0)).toBe(best);
  });

  it('leave the rest to somebody only where it is plain to whom', () => {
    expect(claimNone(moment('talon').view)).toBeNull();
  });
});
