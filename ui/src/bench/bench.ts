// A table that rules on errors: what a hand can do, what may be called, what lies on a player. No rule is computed here.

import { SIGNS, index, type Letters, type SuitId } from '../core/cards';
import type { Chair } from '../core/table/reading';
import type { GameEvent, Kind, Said } from '../core/wire';
import type { Duty, Hearing, RulingBranch } from '../wire.gen';

type Fields = GameEvent & Readonly<Record<string, unknown>>;
export type Effect = RulingBranch['effects'][number];

/** What a hand does that is no call and no card. */
const DEEDS: ReadonlySet<string> = new Set(['talon', 'look-at', 'expose', 'put-away']);
/** Fields of an effect that name a seat. */
const SEATED: ReadonlySet<string> = new Set(['seat', 'by', 'giver', 'taker', 'order', 'lifts']);

/**
 * A view as the rest of the page reads one: on my turn what my hand can do stands where elsewhere stands what it may.
 *
 * A contract is named after the discard; named before it, it is one of the things beside (`besides`).
 */
export function freed<K extends Kind>(view: K['view']): K['view'] {
  const mine = view.seat !== null && view.actor === view.seat;
  const legal = mine
    ? view.possible.filter(({ type }) => !DEEDS.has(type) && !(view.phase === 'discard' && type === 'contract'))
    : [];
  return { ...view, legal };
}

/** The cards of my own hand, which I can lay at any moment. */
export function loose(view: Kind['view'] | null): ReadonlySet<string> | null {
  const cards = (view?.possible ?? []).flatMap((event) =>
    event.type === 'play' ? [String((event as Fields)['card'])] : [],
  );
  const own = view?.seat ? (view.hands[view.seat]?.cards ?? []) : [];
  const free = cards.filter((card) => own.includes(card));
  return free.length > 0 ? new Set(free) : null;
}

/** The log of a deal with what has just been said: a ruling strikes what it has taken back. */
export function grown<K extends Kind>(log: readonly Said<K>[], said: Said<K>): readonly Said<K>[] {
  if (said.event.type === 'deal') return [said];
  const effects = said.event.type === 'ruled' ? ((said.event as Fields)['effects'] as readonly Effect[]) : [];
  const to = Math.min(...effects.flatMap((one) => (one.type === 'back' ? [one.to] : [])));
  return [...log.map((one) => (one.n !== undefined && one.n > to ? { ...one, struck: true } : one)), said];
}

export interface Besides {
  readonly calls: readonly GameEvent[]; // words out of turn
  readonly deeds: readonly GameEvent[]; // looks at the talon, at a trick, at the discard; all cards shown
  readonly shown: readonly GameEvent[]; // a card shown, one each
  readonly away: boolean; // a discard of any number
  readonly plan: boolean; // all cards shown, in the order in which I shall play them
}

/** Where a bid stands on the ladder of its game; what is no bid stands after them all. */
function rung(event: GameEvent): number {
  const { contract, level, denomination } = event as Fields;
  const [, n, suit] = /^(\d+)(S|C|D|H|NT?)$/.exec(String(contract ?? `${String(level)}${String(denomination)}`)) ?? [];
  const suits = level === undefined ? ['S', 'C', 'D', 'H', 'NT'] : ['C', 'D', 'H', 'S', 'N'];
  return n === undefined ? Infinity : Number(n) * 5 + suits.findIndex((one) => one[0] === suit![0]);
}

/** What my hand can do besides what waits for me. */
export function besides(view: Kind['view'] | null): Besides {
  const mine = view !== null && view.actor === view.seat;
  const all = view?.possible ?? [];
  const planned = (event: GameEvent) => (event as Fields)['plan'] === true;
  const one = (event: GameEvent) => ((event as Fields)['cards'] as readonly string[] | undefined)?.length === 1;
  return {
    calls: all
      .filter(
        ({ type }) =>
          !DEEDS.has(type) && type !== 'play' && (!mine || (view?.phase === 'discard' && type === 'contract')),
      )
      .toSorted((a, b) => rung(a) - rung(b) || 0),
    deeds: all.filter(
      (event) =>
        ['talon', 'look-at'].includes(event.type) || (event.type === 'expose' && !one(event) && !planned(event)),
    ),
    shown: all.filter((event) => event.type === 'expose' && one(event) && !planned(event)),
    away: all.some(({ type }) => type === 'put-away'),
    plan: all.some((event) => event.type === 'expose' && planned(event) && !one(event)),
  };
}

/** The cards that a ruling has laid open, each with its seat; none, where the event is another. */
export const laid = (event: GameEvent): readonly { readonly seat: string; readonly cards: readonly string[] }[] =>
  event.type === 'ruled'
    ? ((event as Fields)['effects'] as readonly Effect[]).flatMap((one) => (one.type === 'open' ? [one] : []))
    : [];

/** Events of the running deal for which the arbiter may be called, the latest first: what others have done. */
export const callable = <K extends Kind>(log: readonly Said<K>[], mine: string | null): readonly Said<K>[] =>
  log
    .filter(
      ({ n, seat, struck, event }) =>
        n !== undefined && !struck && (seat === null ? laid(event).some((one) => one.seat !== mine) : seat !== mine),
    )
    .toReversed();

export const FAMILIES = ['card', 'word', 'deed', 'away'] as const;

/** What kind of thing was done, as players speak of errors; it tells nothing of whether this one was an error. */
export function familyOf({ type }: GameEvent): (typeof FAMILIES)[number] {
  if (type === 'play' || type === 'ruled') return 'card';
  if (type === 'discard' || type === 'put-away') return 'away';
  return DEEDS.has(type) ? 'deed' : 'word';
}

/** In which trick a card fell, from 1, as the log of the deal has it; null: it was no card, or was taken back. */
export function trickOf<K extends Kind>(log: readonly Said<K>[], hands: number, n: number | undefined): number | null {
  const fell = log.filter(({ event, struck }) => event.type === 'play' && !struck);
  const at = n === undefined ? -1 : fell.findIndex((one) => one.n === n);
  return at < 0 || hands === 0 ? null : Math.floor(at / hands) + 1;
}

/** Text of the arbiter, in which seats have letters, with the names of those who sit there. */
export const withNames = (text: string, called: (seat: string) => string): string =>
  text.replace(/(?<![\p{L}\d])[NESW](?![\p{L}\d])/gu, called);

/** An effect whose seats and players, as the sheet has them, are called by their names. */
export function peopled(effect: Effect, called: (seat: string) => string, nick: (name: string) => string): Effect {
  const named = Object.entries(effect).map(([field, value]) => {
    if (typeof value !== 'string') return [field, value];
    return [field, SEATED.has(field) ? called(value) : ['player', 'on'].includes(field) ? nick(value) : value];
  });
  return Object.fromEntries(named) as Effect;
}

/** The ways that are open to a chair, with their numbers: its own, and that it wants nothing, which leaves it to the arbiter. */
export const waysOf = (hearing: Hearing, chair: number | null): readonly (readonly [number, RulingBranch])[] =>
  hearing.branches
    .map((branch, n) => [n, branch] as const)
    .filter(([, { chair: whose }]) => chair !== null && hearing.asked.includes(chair) && [chair, null].includes(whose));

/** The cards that the arbiter has laid open before a seat. */
export const opened = (view: Kind['view'] | null, seat: string | null): readonly string[] =>
  (view?.duties ?? [])
    .filter((duty) => duty.seat === seat && duty.what.startsWith('open='))
    .flatMap(({ what }) =>
      what
        .slice(5)
        .split(',')
        .filter((one) => /^[SHDC][2-9TJQKA]$/.test(one)),
    );

/** The chairs with what lies open before them. */
export const laidOpen = (chairs: readonly Chair[], view: Kind['view'] | null): readonly Chair[] =>
  chairs.map((chair) => {
    const cards = chair.cards === null ? opened(view, chair.seat) : [];
    return cards.length > 0 ? { ...chair, cards } : chair;
  });

export interface Owed {
  readonly code: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What the arbiter has laid on a seat, for its plate; null: the game's own duty, told elsewhere. */
export function owed({ what }: Duty, called: (seat: string) => string, letters: Letters): Owed | null {
  const found = /^([a-z-]+)=(.*)$/.exec(what);
  if (!found) return null;
  const [, kind, rest] = found;
  const words = rest!.split(',');
  const card = (one: string) => `${index(one[1] ?? '', letters)}${SIGNS[one[0] as SuitId] ?? ''}`;
  switch (kind) {
    case 'open':
      return {
        code: words.at(-1) === 'planned' ? 'planned' : 'open',
        params: {
          cards: words
            .filter((one) => /^[SHDC][2-9TJQKA]$/.test(one))
            .map(card)
            .join(' '),
        },
      };
    case 'lead':
      return {
        code: `lead.${words[2] === 'forbid' ? 'forbid' : 'demand'}`,
        params: { suit: SIGNS[words[1] as SuitId] ?? '' },
      };
    case 'dictate':
      return { code: 'dictate', params: { who: called(words[1] ?? '') } };
    case 'bar':
      return { code: 'bar', params: {} };
    default:
      return null;
  }
}
