import { describe, expect, it } from 'vitest';
import { readLayouts } from '../../core/api';
import { LANGS, find } from '../../core/i18n';
import { moment, NAMES, type Moment, type Name } from './moments';
import { reading } from './reading';
import { answer, aside, say, type Scene } from './say';
import { rows } from './sheet';
import { bubbles, chairs, closed, playable, playing, plays, turn } from './table';
import { meldName, result, token, word } from './wording';

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

describe('the sheet', () => {
  it.each(NAMES)('adds up to what the club says: %s', (name) => {
    const { sheet } = moment(name);
    const written = rows(sheet);
    expect(written.filter(({ deal }) => deal > 0)).toHaveLength(sheet.deals.length);
    for (const place of [0, 1] as const) expect(written.at(-1)?.cells[place].total ?? 0).toBe(sheet.points[place]);
  });

  it('shows what hangs, and takes it away with the deal that wins it', () => {
    const { sheet, last } = moment('result-hangs');
    const row = rows(sheet).at(-1)!;
    expect(row.hangs).toBeGreaterThan(0);
    expect(sheet.hanging.at(-1)).toBe(row.hangs);
    expect(last?.hanging).toEqual(sheet.hanging);
    expect(row.cells[row.maker as 0 | 1].came).toBe(0);
  });

  it('gives a correction a row of its own', () => {
    const entry = { deal: 0, who: 1, points: -20, why: 'correction', law: 'D-SCORE-2' } as const;
    const { sheet } = moment('result-made');
    const found = rows({ ...sheet, entries: [...sheet.entries, entry] });
    expect(found.at(-1)).toMatchObject({ deal: 0, cells: [{ came: 0 }, { came: -20, total: sheet.points[1] - 20 }] });
  });
});

describe('the table', () => {
  it('puts me below and the other above, with what each plays', () => {
    const { table, view } = at('play');
    const [me, other] = chairs(table, view);
    expect([me!.side, me!.seat, other!.side, other!.seat]).toEqual(['me', 'S', 'top', 'N']);
    const maker = [me, other].find((chair) => chair!.maker)!;
    expect(reading.marks('ru', maker).word).toMatch(/^играет [♠♥♦♣]$/);
    expect(chairs(table, null).map(({ seat }) => seat)).toEqual([null, null]);
  });

  it('lays only what the view lists', () => {
    const { view } = at('play');
    const can = playable(view);
    expect(can.size).toBeGreaterThan(0);
    for (const card of Object.keys(view.reasons)) expect(can.has(card)).toBe(false);
    expect(playing(view)).toBe('S');
    // Who owes a word has no card to lay yet.
    expect(playing(at('asked').view)).toBe(null);
    expect(playing(at('wait').view)).toBe(null);
  });

  it('knows the two ways to lay the second card of a bella', () => {
    const { view } = at('bella');
    const card = view.legal.filter((event) => event.type === 'play').find(({ bella }) => bella)!.card;
    expect(plays(view, card).map(({ bella }) => bella ?? false)).toEqual([false, true]);
  });

  it('sorts what waits for me and leaves nothing out', () => {
    for (const name of NAMES) {
      const { view } = moment(name);
      if (!view || view.actor !== view.seat) continue;
      const { orders, words, pass } = turn(view);
      const laid = view.legal.filter(({ type }) => type === 'play');
      expect(orders.length + words.length + laid.length + (pass ? 1 : 0), name).toBe(view.legal.length);
    }
    expect(turn(at('close').view).close).toEqual({ type: 'close' });
  });

  it('hangs the words of the dialogue in the air until the second trick is over', () => {
    const { view } = at('bubbles');
    const said = ['N', 'S'].flatMap((seat) => bubbles(view, seat));
    expect(said.length).toBe(view.said.length);
    expect(bubbles({ ...view, tricks: { N: 2, S: 0 } }, 'N')).toEqual([]);
  });

  it('tells when a trick has closed, in a deal that goes on and in one that is over', () => {
    const { view } = at('play');
    const after = { ...view, tricks: { ...view.tricks, N: (view.tricks['N'] ?? 0) + 1 } };
    expect(closed(view, after, null)).toBe(view.history.at(-1));
    expect(closed(view, view, null)).toBe(null);
    const { last } = moment('result-made');
    expect(closed(view, null, last)).toBe(last!.history.at(-1));
    expect(reading.lastTrick(null, last)).toBe(last!.history.at(-1));
  });
});

describe('words', () => {
  it('are the players’ own', () => {
    expect(word('ru', 'order:S')).toBe('играю ♠');
    expect(word('ru', 'order:S', 'said')).toBe('играю в пику');
    expect(word('uk', 'order:S', 'said')).toBe('граю в піку');
    expect(word('ru', 'from:Q:trump')).toBe('от дамы козырей');
    expect(word('uk', 'height')).toBe('вишка?');
    expect(word('en', 'show:terz-HK,terz-CT')).toBe('terz from the king ♥, terz from the ten ♣');
    expect(meldName('ru', 'fifty', 'SJ', 'said')).toBe('полтинник от валета пик');
    expect(meldName('ru', 'terz', null)).toBe('терц');
  });

  it.each(LANGS)('are there in %s for every event of every moment', (lang) => {
    for (const name of NAMES) {
      const now = moment(name);
      for (const event of now.view?.legal ?? [])
        if (event.type !== 'play') expect(word(lang, token(event)), token(event)).not.toContain(':');
      for (const said of now.view ? now.log : []) {
        const line = say(scene(now, lang), said);
        expect(line, `${name} ${said.event.type}`).not.toBe('');
        expect(line).not.toMatch(/undefined|\{|\}|deb\.|\?\./);
      }
      for (const { reasons } of [now.view].filter((view) => view !== null))
        for (const { reason } of Object.values(reasons)) expect(find(lang, `reason.${reason}`)).toBeDefined();
      for (const entry of now.sheet.entries) expect(find(lang, `why.${entry.why}`), entry.why).toBeDefined();
    }
  });

  it('tell a screen reader of trumps, the end and my turn', () => {
    const now = at('play');
    const ordered = aside({ ...scene(now), before: { ...now.view, maker: null } });
    expect(ordered).toMatch(/^козырь .*Снизу .*Ваш ход\.$/);
    const over = moment('result-made');
    expect(aside({ ...scene(over), before: now.view })).toMatch(
      /^Сдача сыграна: своя\. Бобр|^Сдача сыграна: своя\. Bobr/,
    );
    expect(answer('score', scene(now), now.sheet)).toMatch(/^Bobr \d+, вы \d+/);
    expect(answer('contract', scene(now), now.sheet)).toMatch(/^Играет /);
    expect(answer('contract', scene(at('auction-first')), now.sheet)).toMatch(/^Открыто: /);
  });

  it('name the end of a deal', () => {
    const outcome = { dealer: 'N', maker: 'N', trump: 'H' } as const;
    expect(result('ru', outcome, { N: 90, S: 72 })).toEqual({ words: 'своя', good: true });
    expect(result('uk', outcome, { N: 70, S: 92 })).toEqual({ words: 'байт', good: false });
    expect(result('en', outcome, { N: 81, S: 81 })).toEqual({ words: 'hanging bait', good: null });
    expect(result('ru', { dealer: 'N' }, null).words).toBe('все пасовали');
    expect(result('ru', { ...outcome, bait: 'N' }, { N: 0, S: 100 }).good).toBe(false);
    expect(result('ru', { ...outcome, closed: 'S' }, null).words).toBe('партию закрыли');
  });
});

describe('the lines of a deal', () => {
  it('have the words and who took the last trick', () => {
    const now = at('bubbles');
    const lines = reading.lines(scene(now), now.log).map(({ text }) => text);
    expect(lines[0]).toMatch(/^Сдача \d+\. .*Открыто: /);
    expect(lines.at(-1)).toMatch(/^1-я взятка: /);
    expect(lines.some((line) => line.includes('терц'))).toBe(true);
  });
});

describe('a question', () => {
  it('ends with its own sign alone', () => {
    const asked = { seat: at('bubbles').table.you!, event: { type: 'height' as const } };
    expect(say(scene(at('bubbles')), asked)).toBe('Вы: выше?');
  });
});

describe('an older deal', () => {
  it('is read from the record, the first six cards and the other three', () => {
    const [deal] = readLayouts('deal "N:K8.98.Q.9/.A.T.J - Q9..K9.AQ/T7...7 + HK DJ C8"');
    expect(deal!.hands['N']).toEqual(['SK', 'S8', 'H9', 'H8', 'DQ', 'C9', 'HA', 'DT', 'CJ']);
    expect(deal!.hands['S']).toHaveLength(9);
    expect(deal!.talon).toEqual(['HK', 'DJ', 'C8']);
  });
});
