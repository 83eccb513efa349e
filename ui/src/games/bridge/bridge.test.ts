import { describe, expect, it } from 'vitest';
import { LANGS, find, optionName, optionValue } from '../../core/i18n';
import { worded } from './meaning';
import { moment, NAMES, type Moment, type Name } from './moments';
import { reading } from './reading';
import { answer, aside, say, type Scene } from './say';
import { column, compared, mySide, rows, sum, total } from './sheet';
import {
  box,
  chairs,
  claims,
  closed,
  dummySuits,
  idle,
  owed,
  playable,
  playing,
  questions,
  telling,
  vulnerable,
} from './table';
import { call, contractName, outcomeShown, parShown, parseContract, result, token } from './wording';

const scene = ({ table, view, last }: Moment, lang: Scene['lang'] = 'ru'): Scene => ({
  lang,
  table,
  before: null,
  after: view,
  last,
});
const at = (name: Name) => {
  const found = moment(name);
  return { ...found, view: found.view! };
};

describe('a hand with nothing left to decide', () => {
  it('is dummy, while cards are played', () => {
    const { view } = at('defence');
    expect(idle(view)).toBe(false);
    const dummy = { ...view, dummy: view.seat, actor: view.declarer, legal: [] };
    expect(idle(dummy)).toBe(true);
    expect(idle({ ...dummy, phase: 'auction' })).toBe(false);
    expect(idle(at('dummy').view)).toBe(false); // the declarer
  });
});

describe('the table', () => {
  it('puts me below, my partner across, and says who is dummy', () => {
    const { table, view } = at('dummy');
    const all = chairs(table, view);
    expect(all.map(({ seat, side }) => [seat, side])).toEqual([
      ['S', 'me'],
      ['W', 'left'],
      ['N', 'top'],
      ['E', 'right'],
    ]);
    expect(all[0]!.declarer).toBe(true);
    expect(all[2]!.dummy).toBe(true);
    expect(all[2]!.cards).not.toBeNull();
    expect(all[1]!.cards).toBeNull();
    expect(reading.marks('ru', all[2]!).role).toBe('болван');
  });

  it('gives every hand of three a place, the soloist two of them', () => {
    const { table, view } = at('three');
    const all = chairs(table, view);
    expect(all).toHaveLength(4);
    expect(all.filter(({ name }) => name === null)).toHaveLength(1);
    expect(new Set(all.map(({ key }) => key)).size).toBe(4);
    expect(playing(view)).toBe(view.turn);
  });

  it('shows who rests the four that play', () => {
    const { table, view } = at('six-rests');
    const all = chairs(table, view);
    expect(all.map(({ side }) => side)).toEqual(['me', 'left', 'topleft', 'topright', 'right']);
    expect(all[0]).toMatchObject({ me: true, sits: true, seat: null });
    expect(all.slice(1).map(({ seat }) => seat)).toEqual(['W', 'N', 'E', 'S']);
  });

  it('sorts what waits for me and leaves nothing out', () => {
    for (const name of NAMES) {
      const { view } = moment(name);
      if (!view || view.actor !== view.seat) continue;
      const { bids, pass, double, redouble } = box(view);
      const calls = [...bids.values()].reduce((n, level) => n + level.size, 0);
      const words = [pass, double, redouble].filter(Boolean).length;
      expect(calls + words + playable(view).size, name).toBe(view.legal.length);
    }
  });

  it('lays only what the view lists, from the hand whose turn it is', () => {
    const { view } = at('dummy');
    expect(playing(view)).toBe('N');
    for (const card of Object.keys(view.reasons)) expect(playable(view).has(card)).toBe(false);
    expect(playing(at('wait').view)).toBeNull();
    expect(playing(at('defence').view)).toBe('S');
  });

  it('tells which trick has closed, also to who may not look at it again', () => {
    const { view } = at('wait');
    const fourth = { seat: 'W', event: { type: 'play', card: 'C2' } } as const;
    const three = {
      ...view,
      trick: [...view.trick, ['S', 'D2'] as const].slice(0, 3),
      turn: 'W' as const,
      phase: 'play' as const,
    };
    const after = {
      ...three,
      trick: [],
      turn: 'E' as const,
      last: null,
      tricks: { ...view.tricks, EW: (view.tricks.EW ?? 0) + 1 },
    };
    expect(closed(three, after, null, fourth)).toMatchObject({ winner: 'E', cards: [...three.trick, ['W', 'C2']] });
    expect(closed(view, view, null)).toBeNull();
    const { last } = moment('result');
    expect(closed(three, null, last)).toBe(last!.history.at(-1) ?? null);
    expect(reading.lastTrick(null, last)).toBe(last!.history.at(-1) ?? null);
  });

  it('asks, answers and claims by what the view offers', () => {
    const { view } = at('alerted');
    for (const n of questions(view)) expect(['E', 'W']).toContain(view.calls[n]![0]);
    const mine = { ...view, asked: view.calls.map((_, n) => n) };
    expect(owed(mine, 'self').every((n) => view.calls[n]![0] === 'S')).toBe(true);
    expect(owed(mine, 'partner').every((n) => view.calls[n]![0] === 'N')).toBe(true);
    const can = claims(at('dummy').view);
    expect(can).toEqual([...can].sort((a, b) => a - b));
    expect(telling({ type: 'bid', level: 1, denomination: 'NT' }, ' 15-17 ')).toEqual({
      type: 'bid', level: 1, denomination: 'NT', meaning: '15-17',
    }); // prettier-ignore
    expect(telling({ type: 'pass' }, ' ')).toEqual({ type: 'pass' });
  });

  it('says what bots mean in the words of the reader, and leaves people their own', () => {
    expect(worded('ru', '15–17 HCP, bal')).toBe('очков: 15–17, равномерный расклад');
    expect(worded('uk', 'transfer, ♠5+, F1')).toBe('трансфер, ♠5+, форсинг на коло');
    expect(worded('ru', '10+ ♥ pts, stop ♣, GF')).toBe('очков при фите ♥: 10+, держка ♣, форсинг до гейма');
    expect(worded('ru', 'aces, 0/4')).toBe('ответ о тузах, 0/4');
    expect(worded('en', '6–9 pts, to play')).toBe('6–9 points with length, to play');
    expect(reading.promised?.('ru', '11–13 HCP, ♥4+, to play')).toBe('очков: 11–13, ♥4+, заключительная');
    expect(worded('uk', 'что угодно, constructor')).toBe('что угодно, constructor');
  });

  it('lays dummy with trumps first, colours in turn', () => {
    expect(dummySuits('NT')).toEqual(['S', 'H', 'C', 'D']);
    expect(dummySuits(null)).toEqual(['S', 'H', 'C', 'D']);
    expect(dummySuits('H')).toEqual(['H', 'S', 'D', 'C']);
    expect(dummySuits('C')).toEqual(['C', 'H', 'S', 'D']);
    expect(vulnerable('ns', 'S') && vulnerable('both', 'W') && !vulnerable('ew', 'N')).toBe(true);
  });
});

describe('words', () => {
  it('are the players’ own', () => {
    expect(call('ru', '1NT')).toBe('1БК');
    expect(call('ru', '5S', 'said')).toBe('5 пик');
    expect(call('uk', '2H', 'said')).toBe('2 чирви');
    expect(call('en', '1C', 'said')).toBe('1 club');
    expect(call('ru', 'X', 'said')).toBe('контра');
    expect(call('ru', 'pass')).toBe('пас');
    expect(contractName('en', parseContract('4HXX')!)).toBe('4♥XX');
    expect(contractName('ru', parseContract('3NTX')!, 'said')).toBe('3 без козыря, контра');
    expect(token({ type: 'redouble' })).toBe('XX');
  });

  it('name the end of a deal', () => {
    const of = (contract: string, tricks: number) => ({ dealer: 'N', contract, declarer: 'S', tricks }) as const;
    expect(result('ru', of('4S', 10))).toEqual({ words: 'своя', good: true });
    expect(result('en', of('4S', 12))).toEqual({ words: '2 over', good: true });
    expect(result('ru', of('4S', 8))).toEqual({ words: 'без двух', good: false });
    expect(result('ru', of('7NT', 0))).toEqual({ words: 'без 13', good: false });
    expect(result('uk', { dealer: 'N' })).toEqual({ words: 'загальний пас', good: null });
    expect(outcomeShown('ru', of('3NTX', 8))).toBe('3БКX −1');
    expect(parShown('ru', '4S by NS +1')).toBe('4♠ С-Ю +1');
  });

  it.each(LANGS)('are there in %s for every moment', (lang) => {
    for (const name of NAMES) {
      const now = moment(name);
      for (const said of now.log) {
        const line = say(scene(now, lang), said);
        expect(line).not.toMatch(/undefined|\{|\}|\bbr\.[a-z]/);
      }
      for (const { reason } of Object.values(now.view?.reasons ?? {}))
        expect(find(lang, `reason.${reason}`)).toBeDefined();
      for (const entry of now.sheet.entries) expect(find(lang, `br.why.${entry.why}`), entry.why).toBeDefined();
      for (const [option, value] of Object.entries(now.table.conventions)) {
        expect(optionName(lang, 'bridge', option), option).not.toBe(option);
        expect(optionValue(lang, 'bridge', option, value)).not.toMatch(/_/);
      }
    }
  });

  it('tell a screen reader of the contract, of dummy, of my turn', () => {
    const lead = at('lead');
    const bid = { ...lead.view, contract: null, declarer: null };
    expect(aside({ ...scene(lead), before: bid })).toMatch(/играет .*\. Ваш ход\.$/);
    const dummy = at('dummy');
    expect(aside({ ...scene(dummy), before: { ...dummy.view, tabled: [] } })).toMatch(/На столе: .*Ход с болвана$/);
    expect(answer('contract', scene(dummy), dummy.sheet)).toMatch(/играет вы\.$/);
    expect(answer('score', scene(dummy), dummy.sheet)).toMatch(/^Мы \d+, они \d+\. Наши взятки/);
    expect(answer('hand', scene(dummy), dummy.sheet)).toMatch(/На столе/);
  });

  it('do not repeat the auction after the lead (B-LAW-REV-3)', () => {
    const { log, view, ...rest } = at('dummy');
    expect(view.calls).toEqual([]);
    const bids = log.filter(({ event }) => event.type === 'bid');
    expect(bids.length).toBeGreaterThan(0);
    const lines = reading.lines(scene({ ...rest, view, log }), log).map(({ text }) => text);
    for (const bid of bids)
      expect(lines.join('\n')).not.toContain(`${say(scene({ ...rest, view, log }), bid, 'shown')}`);
    expect(lines.join('\n')).toMatch(/играет вы/);
  });
});

describe('the sheet', () => {
  it('adds up to what the club says of a rubber', () => {
    const { sheet, table } = moment('over-rubber');
    const last = sheet.entries.at(-1)!.rubber;
    const sums = [total(sheet, 0, last), total(sheet, 1, last)] as const;
    expect(sums[0] - sums[1]).toBe(sheet.results.at(-1)![0]);
    for (const side of [0, 1] as const) {
      const { above, below } = column(sheet, side, last);
      const all = [...above, ...below.flat()];
      expect(sum(all.map(({ points }) => points))).toBe(sums[side]);
      expect(below).toHaveLength(sheet.lines.length + 1);
    }
    expect(mySide(sheet, table.you)).toBe(0);
    expect(mySide(sheet, 'E')).toBe(1);
    expect(mySide(sheet, null)).toBe(0);
    const found = rows(sheet, table.conventions);
    expect(found).toHaveLength(sheet.deals.length);
    for (const { outcome, score } of found) expect(score === null).toBe(!outcome.contract);
    expect(found.filter(({ score }) => score !== null)).toHaveLength(sheet.scores.length);
  });

  it('counts deals of Chicago against the target', () => {
    const { sheet, table } = moment('over-chicago-russian');
    const counted = rows(sheet, table.conventions).filter(({ score }) => score !== null);
    expect(counted.map(({ board }) => board)).toEqual([1, 2, 3, 4]);
    expect(sum(counted.map(({ imps }) => imps))).toBe(sheet.totals[0]);
  });

  it('writes a deal of Chicago with its premiums', () => {
    const { sheet, table } = moment('over-chicago-russian');
    const deal = sheet.deals.findIndex(({ contract }) => contract) + 1;
    const entry = { deal, rubber: 1, side: 1, below: true, points: 100, why: 'contract', law: 'B-SCORE-3' } as const;
    const game = { ...entry, below: false, points: 500, why: 'game', law: 'B-CHICAGO-3' } as const;
    const plain = { ...sheet, compare: 'none', entries: [entry, game] } as const;
    expect(rows(plain, table.conventions)[deal - 1]!.score).toBe(-600);
    expect(rows(sheet, table.conventions)[deal - 1]!.score).toBe(sheet.scores[0]);
  });

  it('is beside a table of bots at duplicate, and at an event beside nothing', () => {
    const event = { id: 'e', session: 1, round: 1, table: 2, boards: [4, 5], room: '' };
    expect(compared({ form: 'duplicate', compare: 'none' }, null)).toBe(true);
    expect(compared({ form: 'duplicate', compare: 'none' }, event)).toBe(false);
    expect(compared({ form: 'chicago', compare: 'imps' }, event)).toBe(false);
    expect(compared({ form: 'rubber', compare: 'none' }, null)).toBe(false);
  });
  it('numbers boards', () => {
    const { sheet, table } = moment('over-duplicate');
    expect(rows(sheet, table.conventions).map(({ board }) => board)).toEqual([1, 2, 3, 4]);
    expect(rows(sheet, { ...table.conventions, first_board: 17 })[0]!.board).toBe(17);
    const boards = ['7:S:none', '3:W:both', '12:N:ns', '1:E:ew'];
    expect(rows(sheet, { ...table.conventions, boards }).map(({ board }) => board)).toEqual([7, 3, 12, 1]);
    expect(sum(rows(sheet, table.conventions).map(({ score }) => score))).toBe(sheet.totals[0]);
  });
});

describe('a deal that is over', () => {
  it('is written as docs/fair.md says', () => {
    const text = reading.dealt!(moment('result').last!);
    expect(text).toMatch(/^N:(\S*\.\S*\.\S*\.\S*( |$)){4}$/);
    expect(text.replace(/[^2-9TJQKA]/g, '')).toHaveLength(52);
  });
});
