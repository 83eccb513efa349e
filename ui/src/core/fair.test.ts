import { describe, expect, it } from 'vitest';
import { chance, lot, nonce, nonceHash, rulings, verify, type Fault } from './fair';
import type { Reveal } from '../wire.gen';
import { chances, faults, reveals, rulings as ruled, steps } from '../../../tests/data/fair/vectors.json';

/** The verifier's fault for each changed vector. */
const SAYS: Readonly<Record<string, Fault>> = {
  version: 'version',
  seed: 'seed',
  commitment: 'seed',
  nonce: 'nonce',
  hash: 'nonce',
  share: 'nonce',
  cards: 'cards',
  pack: 'pack',
};
const first = reveals[0] as Reveal;

describe('fairdeal/1', () => {
  it.each(reveals.map((reveal) => [`${reveal.table} ${reveal.deal}`, reveal] as const))(
    'verifies deal %s',
    async (_, reveal) => {
      expect(await verify(reveal)).toEqual({ ok: true });
    },
  );

  it.each(faults.map(({ why, reveal }, at) => [`${at} (${why})`, why, reveal] as const))(
    'refuses fault %s',
    async (_, why, reveal) => {
      expect(await verify(reveal as Reveal)).toMatchObject({ ok: false, why: SAYS[why] });
    },
  );

  it.each(chances.map((one) => [`${one.reveal}, ${one.nth}`, one] as const))(
    'draws the chance of a ruling, deal %s',
    async (_, one) => {
      const reveal = reveals[one.reveal] as Reveal;
      if (one.lot !== undefined) expect(await lot(reveal, one.nth, one.lot)).toBe(one.number);
      else expect(await chance(reveal, one.nth, one.among, one.wanted)).toEqual(one.cards);
    },
  );

  it.each(ruled.map((one, at) => [at, one] as const))('reads the rulings of record %s', async (_, one) => {
    const { drawn, broken, again } = one;
    expect(await rulings(reveals[one.reveal] as Reveal, one.record)).toEqual({ drawn, broken, again });
  });

  it('says nothing of a deal that a record has not', async () => {
    expect(await rulings(reveals[3] as Reveal, ruled[0]!.record)).toBe(null);
  });

  it('hashes a nonce as the vectors do', async () => {
    const share = steps.shares[0]!;
    expect(await nonceHash(steps.table, steps.deal, share.player, share.nonce!)).toBe(share.hash);
  });

  it('compares with what was seen', async () => {
    const own = { player: 'N', nonce: first.shares[0]!.nonce! };
    const seen = { commitment: first.commitment, shares: first.shares, own, cards: first.cards };
    expect(await verify(first, seen)).toEqual({ ok: true });
    expect(await verify(first, { ...seen, commitment: 'another' })).toEqual({ ok: false, why: 'seen' });
    expect(await verify(first, { ...seen, cards: 'others' })).toEqual({ ok: false, why: 'seen' });
    expect(await verify(first, { own: { player: 'N', nonce: nonce() } })).toMatchObject({ why: 'seen', player: 'N' });
    const gone = [{ player: 'W', hash: null, nonce: null }];
    expect(await verify(first, { shares: gone })).toMatchObject({ why: 'seen', player: 'W' });
    const hashed = first.shares.map((share) => ({ ...share, nonce: null }));
    expect(await verify(first, { shares: hashed })).toEqual({ ok: true });
  });

  it('answers anything at all', async () => {
    for (const other of [null, {}, { ...first, shares: null }, { ...first, shares: [null] }, { ...first, deal: 0.5 }])
      expect(await verify(other as unknown as Reveal)).toEqual({ ok: false, why: 'form' });
  });

  it('draws 32 random bytes', () => {
    expect(nonce()).toMatch(/^[0-9a-f]{64}$/);
    expect(nonce()).not.toBe(nonce());
  });
});
