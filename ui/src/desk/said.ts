// A ruling in words: its sentence with cards as people see them, its effects as things to do, and all of it as text.

import { index, SIGNS, type Letters, type SuitId } from '../core/cards';
import { type Lang, type Params } from '../core/i18n';
import type { Shares } from '../core/desked';
import { law } from '../core/speech';
import { letters, settings, t } from '../settings.svelte';
import type { Heard, SpokenBranch } from '../wire.gen';
import type { Draft } from './case';
import { d, maybe } from './words';

type Effect = SpokenBranch['effects'][number];

const denomination = (text: string): string => (text === 'NT' ? t('contract.nt') : (SIGNS[text as SuitId] ?? text));

/** A contract or a call as people say it: `6♠`, `10БК`, "пас". */
export function callText(token: string): string {
  const plain = token.replace(/^contract:/, '');
  const bid = /^(10|[1-9])(NT|[SHDC])(X{0,2})$/.exec(plain);
  if (bid) return `${bid[1]}${denomination(bid[2]!)}${bid[3] ? ` ${d(`call.${bid[3]}` as 'call.X')}` : ''}`;
  const order = /^order:([SHDC])$/.exec(plain);
  if (order) return `${d('call.order')} ${denomination(order[1]!)}`;
  if (/^[SHDC]$/.test(plain)) return denomination(plain);
  return maybe(`call.${plain}`) ?? plain;
}

export const cardText = (card: string, how: Letters = letters()): string =>
  `${index(card[1] ?? '', how)}${SIGNS[card[0] as SuitId]}`;

/** Text of ours with cards and contracts as people write them. */
export function pretty(text: string): string {
  return text
    .replace(/\b([SHDC])([2-9TJQKA])\b/g, (card) => cardText(card))
    .replace(/\b(10|[1-9])(NT|[SHDC])(?=[^\w]|$)/g, (_, size: string, of: string) => `${size}${denomination(of)}`);
}

/** An entry of a record in words: a card, a call, a discard, what was done against the rules. */
export function entryText(token: string): string {
  const card = /^(?:bella:)?([SHDC][2-9TJQKA])$/.exec(token)?.[1];
  if (card) return cardText(card);
  const [word = '', what = '', more = ''] = token.split(':');
  if (word === 'discard') return d('ent.discard', { cards: cardsText(what.split(',')) });
  if (word === 'talon') return maybe(`v.how.${what}`) ?? token;
  if (word === 'misdeal') return maybe(`v.fault.${what}`) ?? token;
  if (word === 'expose') return `${d('inc.shown')}: ${cardsText(more.split(','))}`;
  return pretty(callText(token));
}

/** Why there is no ruling: the club's refusal in the reader's words, and the paragraph. */
export function refusedText(code: string, paragraph: string, params: Params): string {
  const event = params.event === undefined ? {} : { event: entryText(String(params.event)) };
  const text = maybe(`desk.wrong.${code}`, { ...params, ...event }) ?? d('desk.wrong.here');
  return pretty(paragraph ? `${text} (${law(settings.lang, paragraph)})` : text);
}

/** The sentence of a ruling; codes of faults and subjects in it become words. */
export const sentence = ({ ruling }: Heard): string => reasoned(ruling.reason.text, ruling.reason.about);

/** The same of any reason's text and what it speaks of. */
export function reasoned(said: string, about: Readonly<Record<string, string>>): string {
  let text = said;
  for (const [name, code] of Object.entries(about)) {
    const shown = maybe(`v.${name}.${code}`);
    if (shown !== undefined) text = text.replace(`(${code})`, `(${shown.toLowerCase()})`);
  }
  return pretty(text);
}

/** An entry of a record: `К♥ N`, "пас E". */
function lineText(heard: Heard, n: number): string | null {
  const found = heard.lines.find((one) => one.n === n);
  if (found === undefined) return null;
  const said = entryText(found.token);
  return found.seat === null ? said : `${said} (${found.seat})`;
}

const cardsText = (cards: readonly string[]): string => cards.map((card) => cardText(card)).join(' ');

/** An effect as a thing to do now. */
export function effectText(heard: Heard, effect: Effect): string {
  switch (effect.type) {
    case 'redeal':
      return d(`eff.redeal.${effect.by}`);
    case 'dealer':
      return d('eff.dealer', { player: effect.player });
    case 'back': {
      const what = lineText(heard, effect.to + 1);
      return what === null ? d('eff.back.bare') : d('eff.back', { what });
    }
    case 'call':
      return d('eff.call', { seat: effect.seat, call: callText(effect.call) });
    case 'declarer':
      if (effect.least === 'same') return d('eff.declarer.same', { seat: effect.seat });
      return d('eff.declarer', { seat: effect.seat, least: callText(effect.least) });
    case 'allpass':
      return d('eff.allpass');
    case 'give': {
      const card = effect.card ? cardText(effect.card) : '?';
      if (effect.giver === null) return d('eff.give.from', { card, taker: effect.taker ?? '' });
      if (effect.taker === null) return d('eff.give.to', { card, giver: effect.giver });
      return d('eff.give', { card, giver: effect.giver, taker: effect.taker });
    }
    case 'talon':
      return d('eff.talon', { seat: effect.seat, cards: cardsText(effect.cards) });
    case 'bar': {
      const once = effect.until === 'once' && effect.what === 'bid';
      return d(once ? 'eff.bar.bid.once' : `eff.bar.${effect.what}`, { seat: effect.seat });
    }
    case 'open': {
      const cards = cardsText(effect.cards);
      if (effect.planned) return d('eff.open.planned', { cards, seat: effect.seat });
      if (effect.minor) return d('eff.open.minor', { cards, seat: effect.seat });
      return effect.order === null
        ? d('eff.open', { cards, seat: effect.seat })
        : d('eff.open.by', { cards, seat: effect.seat, order: effect.order });
    }
    case 'spare':
    case 'take-up':
      return d(`eff.${effect.type}`, { seat: effect.seat });
    case 'demand':
      return d('eff.demand', { seat: effect.seat, card: cardText(effect.card) });
    case 'lead': {
      const led = { seat: effect.seat, suit: SIGNS[effect.suit] };
      if (effect.until === 'kept') return d('eff.lead.kept', led);
      return effect.lifts === null
        ? d(`eff.lead.${effect.how}`, led)
        : d('eff.lead.lifts', { ...led, lifts: effect.lifts });
    }
    case 'follow':
      return d(`eff.follow.${effect.how}`, { seat: effect.seat, suit: SIGNS[effect.suit] });
    case 'play':
      return d(effect.cards.length === 1 ? 'eff.play' : 'eff.play.any', {
        seat: effect.seat,
        cards: cardsText(effect.cards),
      });
    case 'share':
      return d('eff.share', {
        line: maybe(`v.line.${effect.line}`) ?? effect.line,
        outcomes: effect.outcomes
          .map(([score, percent]) => `${score} (${percent}\u00a0%)`.replace('-', '−'))
          .join(', '),
      });
    case 'fine':
      return d('eff.fine', { player: effect.player, percent: effect.percent });
    case 'dictate': {
      const how = effect.plain ? 'eff.dictate.plain' : effect.until === 'once' ? 'eff.dictate.once' : 'eff.dictate';
      return d(how, { seat: effect.seat, by: effect.by });
    }
    case 'transfer':
      return effect.since === null
        ? d('eff.transfer', { n: effect.tricks, giver: effect.giver, taker: effect.taker })
        : d('eff.transfer.since', {
            n: effect.tricks,
            giver: effect.giver,
            taker: effect.taker,
            since: effect.since,
          });
    case 'first':
    case 'more':
      return d(`eff.${effect.type}`, { n: effect.tricks, seat: effect.seat });
    case 'less':
      return effect.most === null
        ? d('eff.less', { n: effect.tricks, seat: effect.seat })
        : d('eff.less.most', { n: effect.tricks, seat: effect.seat, most: effect.most });
    case 'rest':
      return d('eff.rest', { seat: effect.seat });
    case 'result': {
      const tricks = Object.entries(effect.tricks)
        .map(([seat, n]) => `${seat} ${n}`)
        .join(', ');
      return effect.of.length > 0
        ? d('eff.result.of', { tricks, of: effect.of.join(', ') })
        : d('eff.result', { tricks });
    }
    case 'entry':
      // What was written wrongly is struck; a minus would look like a fine.
      if (effect.points.startsWith('-'))
        return d(`eff.entry.${effect.column}.less` as 'eff.entry.pool.less', {
          player: effect.player,
          points: effect.points.slice(1),
          on: effect.on,
        });
      return d(`eff.entry.${effect.column}` as 'eff.entry.pool', {
        player: effect.player,
        points: signed(effect.points),
        on: effect.on,
      });
    case 'compensate':
      return d('eff.compensate', { player: effect.player, on: effect.on, points: signed(effect.points) });
    case 'score':
      return d(`eff.score.${effect.kind}`, { player: effect.player, points: signed(effect.points) });
    case 'warn':
      return d('eff.warn', { player: effect.player });
    case 'lot':
      return d('eff.lot', { n: effect.number + 1, of: effect.among });
    case 'play-on':
      return d('eff.play-on');
  }
}

/** What a way writes in the match's account, by player. */
export const writesText = (writes: Readonly<Record<string, string>>): string =>
  Object.keys(writes).length === 0
    ? d('desk.writes.none')
    : `${d('desk.writes')}: ${Object.entries(writes)
        .map(([who, points]) => d('desk.writes.points', { who, points: signed(points) }))
        .join('; ')}`;

const PARTS: Readonly<Record<string, string>> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾' };

/** A number as people write it: `-8` is −8, `71/2` 35½, `200/3` 66⅔. */
export function signed(points: string): string {
  const found = /^(-?)(\d+)\/([1-9]\d*)$/.exec(points);
  if (found === null) return points.startsWith('-') ? `−${points.slice(1)}` : points;
  const [sign, over, under] = [found[1] ? '−' : '', Number(found[2]), Number(found[3])];
  const [whole, part] = [Math.floor(over / under), `${over % under}/${under}`];
  if (part.startsWith('0/')) return `${sign}${whole}`;
  const shown = PARTS[part] ?? `${whole ? ' ' : ''}${part}`;
  return `${sign}${whole || ''}${shown}`;
}

/** Branches that do the same stand once, with everybody who may choose them. */
export interface Way {
  readonly choosers: readonly string[];
  readonly branch: SpokenBranch;
  readonly writes: Readonly<Record<string, string>>;
}
export function ways(heard: Heard): readonly Way[] {
  const found = new Map<
    string,
    { choosers: string[]; branch: SpokenBranch; writes: Readonly<Record<string, string>> }
  >();
  heard.ruling.branches.forEach((branch, at) => {
    const key = JSON.stringify(branch.effects);
    const one = found.get(key);
    if (one) one.choosers.push(branch.chooser);
    else found.set(key, { choosers: [branch.chooser], branch, writes: heard.writes[at] ?? {} });
  });
  return [...found.values()];
}

/** The weighted scores that a way gives, by side. */
export const sharesOf = ({ effects }: SpokenBranch): Readonly<Record<string, Shares>> =>
  Object.fromEntries(effects.flatMap((one) => (one.type === 'share' ? [[one.line, one.outcomes]] : [])));

/** Who chooses, in words; empty: nobody has to. */
export function chooserText(all: readonly Way[]): string {
  const who = [...new Set(all.flatMap(({ choosers }) => choosers))];
  if (all.length === 1) return ''; // one way is no choice
  if (who.length === 1 && who[0] === 'arbiter') return d('desk.chooses.arbiter');
  const people = who.filter((one) => one !== 'arbiter').map((one) => (one === 'all' ? d('desk.who.all') : one));
  return people.length === 1
    ? d('desk.chooses', { who: people[0]! })
    : d('desk.chooses.any', { who: people.join(', ') });
}

/** The day of a ruling, short. */
export const dayText = (at: number): string =>
  new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** The whole ruling as text to send. */
export function asText(draft: Draft, heard: Heard, paragraphs: Readonly<Record<string, string>>, lang: Lang): string {
  const lines = [d(`inc.${draft.incident}` as 'inc.misdeal'), ''];
  if (draft.facts === 'disputed') lines.push(d('desk.disputed'), d('desk.note.disputed'));
  if (heard.late && heard.ruling.deadline)
    lines.push(d('desk.late.about', { law: law(lang, heard.ruling.deadline.law) }));
  lines.push(sentence(heard), '');
  const all = ways(heard);
  const chooser = chooserText(all);
  lines.push(chooser === '' ? d('desk.do') : chooser);
  all.forEach(({ branch, writes }, at) => {
    const head = all.length > 1 ? `${at + 1}. ` : '';
    lines.push(...branch.effects.map((effect, n) => `${n === 0 ? head || '– ' : '   – '}${effectText(heard, effect)}`));
    if (Object.keys(writes).length > 0) lines.push(`   ${writesText(writes)}`);
  });
  lines.push('');
  for (const id of heard.ruling.laws) lines.push(`${law(lang, id)}: ${paragraphs[id] ?? ''}`);
  return lines.join('\n');
}
