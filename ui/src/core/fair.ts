// Fair dealing, verified in the browser: docs/fair.md, `fairdeal/1`. Written from that page, apart from the server's
// own code. It knows packs and numbers, and no rules of any game.

import type { Reveal, Share } from '../wire.gen';

/** Facts that this browser noted while the cards were dealt. */
export interface Seen {
  readonly commitment?: string;
  readonly shares?: readonly Share[];
  /** The nonce that this browser gave, and for which player. */
  readonly own?: { readonly player: string; readonly nonce: string };
  readonly cards?: string;
}

/** The part that does not fit: form and version, the published values among themselves, the noted facts, or a draw of a ruling. */
export type Fault = 'version' | 'form' | 'pack' | 'seed' | 'nonce' | 'cards' | 'seen' | 'chance';

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly why: Fault; readonly player?: string };

const VERSION = 'fairdeal/1';
const SUITS = 'SHDC';
const RANKS = '23456789TJQKA';
const SEATS = 'NESW';
/** The law whose ruling draws a lot. */
const LOT = 'P-3.8.5.1b';

type Bytes = Uint8Array<ArrayBuffer>;

interface Pack {
  readonly cards: readonly string[];
  readonly hands: readonly { readonly seat: string; readonly size: number }[];
  readonly rest: number;
  readonly first: number;
}

class Wrong extends Error {
  readonly verdict: Verdict;
  constructor(why: Fault, player?: string) {
    super(why);
    this.verdict = player === undefined ? { ok: false, why } : { ok: false, why, player };
  }
}

const utf8 = new TextEncoder();

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** L: before each part its length, four bytes. */
function listed(...parts: readonly (string | number | Bytes)[]): Bytes {
  return joined(
    parts.flatMap((part) => {
      const bytes = part instanceof Uint8Array ? part : utf8.encode(String(part));
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    }),
  );
}

const hash = async (data: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', data));

async function mac(key: Bytes, data: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, data));
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const unhex = (text: string): Bytes =>
  Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));

/** A fresh nonce of 32 random bytes, as hexadecimal digits. */
export const nonce = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** The hash that a player gives before any nonce is known. */
export const nonceHash = async (table: string, deal: number, player: string, own: string): Promise<string> =>
  hex(await hash(listed(`${VERSION} nonce`, table, deal, player, unhex(own))));

function readPack(text: string): Pack {
  const found = /^([0-9A-Z,]{2,255})\/((?:[NESW]\d{1,2})?(?:,[NESW]\d{1,2}){0,3})\/(\d{1,2})$/.exec(text);
  if (found === null) throw new Wrong('pack');
  const cards = found[1]!.split(',');
  const hands =
    found[2] === '' ? [] : found[2]!.split(',').map((hand) => ({ seat: hand[0]!, size: Number(hand.slice(1)) }));
  const rest = cards.length - hands.reduce((sum, hand) => sum + hand.size, 0);
  const first = Number(found[3]);
  const plain = `${cards.join(',')}/${hands.map((hand) => `${hand.seat}${hand.size}`).join(',')}/${first}`;
  const known = cards.every((card) => card.length === 2 && SUITS.includes(card[0]!) && RANKS.includes(card[1]!));
  const once = new Set(cards).size === cards.length && new Set(hands.map((hand) => hand.seat)).size === hands.length;
  if (!known || !once || rest < 0 || hands.some((hand) => hand.size < first) || plain !== text) throw new Wrong('pack');
  return { cards, hands, rest, first };
}

function factorial(n: number): bigint {
  let product = 1n;
  for (let i = 2n; i <= BigInt(n); i++) product *= i;
  return product;
}

function choose(among: number, wanted: number): bigint {
  if (wanted > among) return 0n;
  let count = 1n;
  for (let i = 1; i <= wanted; i++) count = (count * BigInt(among - wanted + i)) / BigInt(i);
  return count;
}

/** Step 8: the places of a combination, largest first. */
function places(code: bigint, among: number, wanted: number): number[] {
  const chosen: number[] = [];
  let left = code;
  for (let at = among - 1; at >= 0 && wanted > chosen.length; at--) {
    const before = choose(at, wanted - chosen.length);
    if (left >= before) {
      left -= before;
      chosen.push(at);
    }
  }
  return chosen;
}

/** Step 7: a uniform number below the bound. */
async function drawn(key: Bytes, label: string, bound: bigint): Promise<bigint> {
  const size = bound.toString(2).length;
  const wanted = Math.ceil(size / 256);
  for (let block = 0; ; block += wanted) {
    const blocks: Bytes[] = [];
    for (let i = 0; i < wanted; i++) blocks.push(await mac(key, utf8.encode(`${label}|${block + i}`)));
    const value = BigInt(`0x${hex(joined(blocks))}`) >> BigInt(256 * wanted - size);
    if (value < bound) return value;
  }
}

const byCard = (one: string, two: string): number =>
  SUITS.indexOf(one[0]!) - SUITS.indexOf(two[0]!) || RANKS.indexOf(one[1]!) - RANKS.indexOf(two[1]!);

function handText(cards: readonly string[]): string {
  const suit = (letter: string): string =>
    cards
      .filter((card) => card[0] === letter)
      .sort((one, two) => byCard(two, one))
      .map((card) => card[1])
      .join('');
  return [...SUITS].map(suit).join('.');
}

/** Steps 7 to 11. */
async function deal(key: Bytes, label: string, pack: Pack): Promise<string> {
  const orders = factorial(pack.rest);
  let deals = factorial(pack.cards.length) / orders;
  let parts = 1n;
  for (const hand of pack.hands) {
    deals /= factorial(hand.size);
    parts *= choose(hand.size, pack.first);
  }
  const value = await drawn(key, label, deals * orders * parts);
  let part = value % parts;
  let order = (value / parts) % orders;
  let number = value / parts / orders;

  const heap = [...pack.cards];
  const words = new Map<string, string>();
  for (const { seat, size } of pack.hands) {
    const ways = choose(heap.length, size);
    const hand = places(number % ways, heap.length, size).map((at) => heap.splice(at, 1)[0]!);
    number /= ways;
    hand.sort(byCard);
    if (pack.first === 0) {
      words.set(seat, handText(hand));
      continue;
    }
    const splits = choose(size, pack.first);
    const early = places(part % splits, size, pack.first).map((at) => hand[at]!);
    part /= splits;
    words.set(seat, `${handText(early)}/${handText(hand.filter((card) => !early.includes(card)))}`);
  }
  const rest: string[] = [];
  for (let n = BigInt(heap.length); n > 0n; n--) {
    rest.push(heap.splice(Number(order % n), 1)[0]!);
    order /= n;
  }
  const last = Math.max(0, ...[...words.keys()].map((seat) => SEATS.indexOf(seat)));
  const hands = [...SEATS.slice(0, last + 1)].map((seat) => words.get(seat) ?? '-');
  return `N:${hands.join(' ')}${rest.length > 0 ? ` + ${rest.join(' ')}` : ''}`;
}

/** Step 13: some of the cards, one after another; nth counts from 1. */
export async function chance(reveal: Reveal, nth: number, among: readonly string[], wanted: number): Promise<string[]> {
  const heap = [...among].sort(byCard);
  let bound = 1n;
  for (let n = 0; n < wanted; n++) bound *= BigInt(heap.length - n);
  let number = await drawn(await keyOf(reveal), `chance ${nth}`, bound);
  const found: string[] = [];
  for (let n = 0; n < wanted; n++) {
    const left = BigInt(heap.length);
    found.push(heap.splice(Number(number % left), 1)[0]!);
    number /= left;
  }
  return found;
}

/** Step 13: a lot from 0, below `among`. */
export const lot = async (reveal: Reveal, nth: number, among: number): Promise<number> =>
  Number(await drawn(await keyOf(reveal), `chance ${nth}`, BigInt(among)));

/** Step 6: the key of a deal. */
async function keyOf({ seed, table, deal: number, pack, shares }: Reveal, given?: readonly Bytes[]): Promise<Bytes> {
  const own = given ?? (await nonces({ table, deal: number, shares } as Reveal));
  const cuts = shares.flatMap((share, at) => [share.player, own[at]!]);
  return mac(unhex(seed), listed(`${VERSION} key`, pack, table, number, shares.length, ...cuts));
}

/** Steps 4 and 5: each share checked; an absent player's part falls to the next one on the right who is there. */
async function nonces(reveal: Reveal): Promise<Bytes[]> {
  const { table, deal: number, shares } = reveal;
  for (const share of shares) {
    if (share.hash !== null && !/^[0-9a-f]{64}$/.test(share.hash)) throw new Wrong('nonce', share.player);
    if (share.nonce === null) continue;
    const formed = /^(?:[0-9a-f]{2}){16,64}$/.test(share.nonce);
    if (!formed || (await nonceHash(table, number, share.player, share.nonce)) !== share.hash)
      throw new Wrong('nonce', share.player);
  }
  const given: Bytes[] = [];
  for (const [at, share] of shares.entries()) {
    if (share.nonce !== null) {
      given.push(unhex(share.nonce));
      continue;
    }
    const right = [...shares.slice(0, at).reverse(), ...shares.slice(at + 1).reverse()].find(
      (one) => one.nonce !== null,
    );
    given.push(
      right?.nonce == null
        ? new Uint8Array(0)
        : await hash(listed(`${VERSION} cut`, table, number, share.player, unhex(right.nonce))),
    );
  }
  return given;
}

function compare(reveal: Reveal, seen: Seen): void {
  if (seen.commitment !== undefined && seen.commitment !== reveal.commitment) throw new Wrong('seen');
  if (seen.cards !== undefined && seen.cards !== reveal.cards) throw new Wrong('seen');
  const shown = new Map(reveal.shares.map((share) => [share.player, share]));
  for (const share of seen.shares ?? []) {
    const now = shown.get(share.player);
    const other = now === undefined || now.hash !== share.hash || (share.nonce !== null && now.nonce !== share.nonce);
    if (other) throw new Wrong('seen', share.player);
  }
  if (seen.own !== undefined && shown.get(seen.own.player)?.nonce !== seen.own.nonce)
    throw new Wrong('seen', seen.own.player);
}

function formed(value: Reveal): boolean {
  const text = (one: unknown): boolean => typeof one === 'string';
  const textOrNull = (one: unknown): boolean => one === null || typeof one === 'string';
  return (
    typeof value === 'object' &&
    value !== null &&
    [value.table, value.pack, value.commitment, value.seed, value.cards].every(text) &&
    Number.isSafeInteger(value.deal) &&
    Array.isArray(value.shares) &&
    value.shares.every(
      (share) =>
        typeof share === 'object' &&
        share !== null &&
        text(share.player) &&
        textOrNull(share.hash) &&
        textOrNull(share.nonce),
    )
  );
}

/** Whether the seed is the committed one, gives with the nonces the dealt cards, and agrees with this browser's notes. Never throws for data of the club. */
export async function verify(reveal: Reveal, seen: Seen = {}): Promise<Verdict> {
  try {
    if (!formed(reveal)) throw new Wrong('form');
    if (reveal.v !== VERSION) throw new Wrong('version');
    if (!/^[0-9a-f]{64}$/.test(reveal.seed)) throw new Wrong('seed');
    const { table, deal: number, pack: label, shares } = reveal;
    const seed = unhex(reveal.seed);
    if (hex(await hash(listed(VERSION, table, number, seed))) !== reveal.commitment) throw new Wrong('seed');
    const pack = readPack(label);
    const given = await nonces(reveal);
    if (new Set(shares.map((share) => share.player)).size < shares.length) throw new Wrong('nonce');
    if ((await deal(await keyOf(reveal, given), label, pack)) !== reveal.cards) throw new Wrong('cards');
    compare(reveal, seen);
    return { ok: true };
  } catch (error) {
    if (error instanceof Wrong) return error.verdict;
    throw error;
  }
}

/** The effects of a record's rulings on a deal. */
export interface Rulings {
  /** Whether each draw is the draw of the deal's key (step 13). */
  readonly drawn: boolean;
  /** The laws by which a ruling broke the deal off, and its consequence; null where none did. */
  readonly broken: { readonly laws: string; readonly how: 'same' | 'next' | 'score' } | null;
  /** Whether it was dealt in the place of the deal before it. */
  readonly again: boolean;
}

/** One ruling: `ruled:` laws, the chooser, effects (docs/kz.md). */
interface Ruling {
  readonly laws: string;
  readonly effects: readonly string[];
}

function rulingsOf(part: string): Ruling[] {
  return [...part.matchAll(/(?<=^|\s)ruled:([^\s:]+):[^\s:]+:(\S+)/g)].map(([, laws, effects]) => ({
    laws: laws!.replaceAll(',', ', '),
    effects: effects!.split('+'),
  }));
}

function brokenOff(rulings: readonly Ruling[]): Rulings['broken'] {
  for (const { laws, effects } of rulings) {
    for (const effect of effects) {
      if (effect === 'redeal=same') return { laws, how: 'same' };
      if (effect === 'redeal=next') return { laws, how: 'next' };
      if (effect.startsWith('score=')) return { laws, how: 'score' };
    }
  }
  return null;
}

/** A seat's hand with the rest of the deal: the cards among which a talon is drawn anew. */
function withRest(cards: string, seat: string): string[] {
  const [hands = '', rest = ''] = cards.slice(2).split(' + ');
  const hand = hands.split(' ')[SEATS.indexOf(seat)] ?? '-';
  const held =
    hand === '-'
      ? []
      : hand
          .split('/')
          .flatMap((part) => part.split('.').flatMap((ranks, at) => [...ranks].map((rank) => SUITS[at]! + rank)));
  return [...held, ...rest.split(' ').filter(Boolean)];
}

async function drawsFit(reveal: Reveal, rulings: readonly Ruling[]): Promise<boolean> {
  let nth = 0;
  for (const { laws, effects } of rulings) {
    let told = !laws.split(', ').includes(LOT);
    for (const effect of effects) {
      const [word = '', text = ''] = effect.split('=');
      const parts = text.split(',');
      if (word === 'talon') {
        nth += 1;
        const [seat = '', ...cards] = parts;
        const among = withRest(reveal.cards, seat);
        if (cards.length === 0 || cards.length > among.length) return false;
        if ((await chance(reveal, nth, among, cards.length)).join() !== cards.join()) return false;
      } else if (word === 'lot') {
        nth += 1;
        told = true;
        const [number = NaN, among = NaN] = parts.map(Number);
        if (!(among > 0) || number !== (among > 1 ? await lot(reveal, nth, among) : 0)) return false;
      }
    }
    if (!told) return false;
  }
  return true;
}

/** The effects of a record's rulings on a deal that verifies; null where the record lacks its cards. */
export async function rulings(reveal: Reveal, record: string): Promise<Rulings | null> {
  const parts = record.split(/^(?=deal[\s:])/m);
  const at = parts.findIndex((part) => /^deal\s+"([^"]*)"/.exec(part)?.[1] === reveal.cards);
  if (at < 0) return null;
  const own = rulingsOf(parts[at]!);
  const before = brokenOff(rulingsOf(parts[at - 1] ?? ''));
  return {
    drawn: await drawsFit(reveal, own),
    broken: brokenOff(own),
    again: before !== null && before.how !== 'score',
  };
}
