import { describe, expect, it } from 'vitest';
import { moment } from './moments';
import { chairs, closed, idle, lastWord, owner, playable, playing } from './table';

const around = (name: Parameters<typeof moment>[0]) => {
  const { table, view } = moment(name);
  return chairs(table, view);
};
const seen = (name: Parameters<typeof moment>[0]) =>
  around(name)
    .map((chair) => `${chair.side}:${chair.nick || 'closed hand'}`)
    .join(' ');

describe('chairs', () => {
  it('go round clockwise from mine, the next on the left', () => {
    expect(seen('auction')).toBe('me:Анна left:Filin right:Bobr');
    expect(seen('sits')).toBe('me:Анна left:Bobr top:Vydra right:Filin');
    expect(seen('waits')).toBe('me:Анна left:Bobr topleft:Vydra topright:Filin right:Barsuk');
  });

  it('have a place for the closed hand of gusarik', () => {
    expect(seen('dummy')).toBe('me:Анна left:closed hand right:Bobr');
    expect(around('dummy')[1]).toMatchObject({ name: null, seat: 'E' });
  });

  it('know who sits on the talon and who waits', () => {
    expect(around('sits')[0]).toMatchObject({ me: true, dealer: true, sits: true, count: 0 });
    expect(around('waits')[0]).toMatchObject({ me: true, seat: null });
    expect(around('waits').filter((chair) => chair.sits && chair.seat !== null)).toHaveLength(1);
  });

  it('show who plays, who whists and for whom the table waits', () => {
    const [me, left, right] = around('play');
    expect(me).toMatchObject({ declarer: true, acts: true, said: '6NT', tricks: 0 });
    expect(left).toMatchObject({ whister: false, said: 'pass', tricks: 4 });
    expect(right).toMatchObject({ whister: true, said: 'whist' });
    expect(left!.cards).not.toBeNull(); // in light both lie open
  });

  it('stand without a deal too', () => {
    const { table } = moment('deal');
    expect(chairs(table, null)).toHaveLength(3);
    expect(chairs(table, null)[0]).toMatchObject({ me: true, seat: null, sits: false, said: null });
  });
});

describe('words', () => {
  it('are the last of the auction, then the answers, and the contract for who plays it', () => {
    const { view } = moment('auction');
    expect([lastWord(view, 'N'), lastWord(view, 'E'), lastWord(view, 'S')]).toEqual(['6S', 'pass', '6C']);
    expect(lastWord(moment('play').view, 'N')).toBe('6NT');
    expect(lastWord(moment('talon').view, 'S')).toBe('pass');
    expect(lastWord(moment('for').view, 'S')).toBeNull(); // answered nothing: he sits on the talon
  });
});

describe('playing', () => {
  it('is from my hand or from the open one', () => {
    expect(playing(moment('play').view)).toBe('N');
    expect(playing(moment('for').view)).toBe('E');
    expect(playing(moment('sits').view)).toBeNull();
    expect(playing(moment('auction').view)).toBeNull();
  });

  it('is with the cards that the view says', () => {
    const { view } = moment('play');
    expect([...playable(view)].every((card) => view.hands['N']!.cards!.includes(card))).toBe(true);
    expect(Object.keys(view.reasons).some((card) => playable(view).has(card))).toBe(false);
  });

  it('knows from whose hand a card fell, and when a trick is closed', () => {
    const { view } = moment('for');
    expect(owner(view, 'H9')).toBe('N');
    expect(owner(view, 'SA')).toBeNull();
    expect(closed({ history: [] }, view.history)).toBe(view.history.at(-1) ?? null);
    expect(closed(view, view.history)).toBeNull();
  });
});

describe('a hand with nothing left to decide', () => {
  it('sits out, waits, or has passed where the whister plays both hands', () => {
    expect(idle(moment('sits').view)).toBe(true);
    expect(idle(moment('waits').view)).toBe(true);
    const { view } = moment('play');
    expect(idle(view)).toBe(false); // the declarer
    const open = { ...view, declarer: 'E', open: true, seat: 'N', contract: '6S' } as const;
    expect(idle({ ...open, whisters: ['S'] })).toBe(true);
    expect(idle({ ...open, whisters: ['N'] })).toBe(false);
    expect(idle({ ...open, whisters: ['S', 'N'] })).toBe(false);
    expect(idle({ ...open, whisters: ['S'], open: false })).toBe(false);
    expect(idle({ ...open, whisters: ['S'], contract: 'misere' })).toBe(false);
    expect(idle({ ...open, whisters: ['S'], phase: 'whist' })).toBe(false);
    expect(idle({ ...open, whisters: ['S'], claim: { by: 'S', tricks: {}, agreed: [] } as never })).toBe(false);
  });
});
