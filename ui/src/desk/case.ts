// A case at the desk: what was answered, which questions are asked next, and what goes to the club. No rule is here: which
// question follows from which answer comes with the question.

import type { Asked, Book, Case, DeskGame, Dropped, Heard, Question } from '../wire.gen';
import { handText } from '../core/cards';
import type { Lang } from '../core/i18n';

/** An answer: undefined: not asked yet; null: "don't know". */
export type Answer =
  null | string | number | boolean | readonly string[] | Readonly<Record<string, string | number | readonly number[]>>;
export type Hands = Readonly<Record<string, readonly string[]>>;
export const REST = 'rest';

export interface Draft {
  readonly game: string;
  readonly preset: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  readonly incident: string;
  readonly answers: Readonly<Record<string, Answer>>;
  /** Cards that were laid: as dealt, or as held now; empty: none. */
  readonly hands: Hands;
  readonly record: string;
  readonly entry: number | null;
  /** After how many entries of the record the arbiter was called; null: all. */
  readonly at: number | null;
  readonly facts: 'agreed' | 'established' | 'disputed';
  readonly attention: 'player' | 'innocents_spectator' | 'offenders_spectator';
  /** All of it was told, and a ruling was asked for. */
  readonly ready: boolean;
}

export const begin = (game: string, preset: string, players: number, incident = ''): Draft => ({
  game,
  preset,
  players,
  options: {},
  incident,
  answers: {},
  hands: {},
  record: '',
  entry: null,
  at: null,
  facts: 'agreed',
  attention: 'player',
  ready: false,
});

export const keyOf = ({ of, name }: Pick<Question, 'of' | 'name'>): string => `${of}.${name}`;

const answered = (draft: Draft, name: string): Answer | undefined =>
  draft.answers[`incident.${name}`] ?? draft.answers[`story.${name}`];

const word = (answer: Answer): string => (answer === true ? 'yes' : answer === false ? 'no' : String(answer ?? ''));

/** Whether an answer is one of these words: `+` more than nothing, `*` anything, `!x` anything but x. */
export function fits(answer: Answer | undefined, words: readonly string[]): boolean {
  if (answer === undefined || answer === null) return false;
  const not = words.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  if (not.length > 0 && !not.includes(word(answer))) return true;
  return words.some((one) =>
    one === '*' ? word(answer) !== '' : one === '+' ? Number(answer) > 0 : one === word(answer),
  );
}

/** The questions of this case as far as its answers ask for them; of a record only those that it does not tell. */
export function questions(asked: Asked, draft: Draft): readonly Question[] {
  const open: Question[] = [];
  const names = new Set<string>();
  for (const one of asked.questions) {
    if (draft.record !== '' && one.of === 'story') continue;
    const conditions = Object.entries(one.when ?? {});
    if (!conditions.every(([name, words]) => names.has(name) && fits(answered(draft, name), words))) continue;
    names.add(one.name);
    open.push(one);
  }
  return open;
}

/** Whether nothing more has to be asked. */
export const complete = (asked: Asked, draft: Draft): boolean =>
  draft.record !== '' || questions(asked, draft).every((one) => keyOf(one) in draft.answers);

/** Whether laws of an event are asked for: then who agrees on what is the incident itself. */
export const ofEvent = (tag: string): boolean => tag === 'facts' || tag === 'attention' || tag === 'arbiter_error';

/** Whose infraction it is, as far as it was told. */
export function offender(draft: Draft): string | null {
  for (const name of ['offender', 'seat', 'dealer', 'player', 'declarer'] as const) {
    const found = answered(draft, name);
    if (typeof found === 'string' && found !== '') return found;
  }
  const several = answered(draft, 'seats');
  return Array.isArray(several) ? String(several[0] ?? '') || null : null;
}

/** The cards as a deal is written: N first, a dash for a place without cards. */
export function dealText(game: DeskGame, draft: Draft): string {
  const dealt = game.seatings.find(({ players }) => players === draft.players);
  const hands = ['N', 'E', 'S', 'W'].map((seat) =>
    dealt?.hands.includes(seat as never) ? handText(draft.hands[seat] ?? []) : '-',
  );
  while (hands.at(-1) === '-') hands.pop();
  const rest = draft.hands[REST] ?? [];
  return `N:${hands.join(' ')}${rest.length > 0 ? ` + ${rest.join(' ')}` : ''}`;
}

const laid = (draft: Draft): boolean => Object.keys(draft.hands).length > 0;

/** The agreed body of law; empty: the game has one alone. */
export const bodyOf = (game: DeskGame, draft: Draft): string =>
  draft.options['laws'] ?? game.presets[draft.preset] ?? '';

/** The questions of an incident by the agreed body of law; a body without its own is asked as another is. */
export function askedOf(game: DeskGame, draft: Draft): Asked | null {
  const body = bodyOf(game, draft);
  const rows = game.incidents.filter(({ incident }) => incident === draft.incident);
  return rows.find(({ laws }) => laws === body) ?? rows[0] ?? null;
}

/** What the club is asked. */
export function caseOf(book: Book, draft: Draft, lang: Lang): Case {
  const game = book.games[draft.game]!;
  const asked = askedOf(game, draft)!;
  const incident: Record<string, unknown> = { type: draft.incident };
  const story: Record<string, unknown> = {};
  for (const one of questions(asked, draft)) {
    const answer = draft.answers[keyOf(one)];
    if (answer === undefined || answer === null || answer === '') continue;
    (one.of === 'incident' ? incident : story)[one.name] = answer;
  }
  if (draft.record !== '') {
    for (const [key, answer] of Object.entries(draft.answers))
      if (key.startsWith('incident.') && answer !== null) incident[key.slice('incident.'.length)] = answer;
    if (draft.entry !== null) incident['entry'] = draft.entry;
    return { game: draft.game, incident, record: draft.record, at: draft.at, lang };
  }
  const now = asked.cards === 'now' && laid(draft);
  if (now) story['hands'] = draft.hands;
  return {
    game: draft.game,
    incident,
    preset: draft.preset,
    players: draft.players,
    options: draft.options,
    story: story as never,
    ...(laid(draft) && !now && { deal: dealText(game, draft) }),
    lang,
  };
}

/** The incident that asks whether a right was lost, where a spectator spoke first (PT-I.11.1.B). who: whose infraction it is. */
export const attentionCase = (draft: Draft, who: string | null, lang: Lang): Case | null => {
  if (draft.attention === 'player' || who === null) return null;
  const incident = { type: 'attention', by: draft.attention, offender: who };
  if (draft.record !== '') return { game: draft.game, incident, record: draft.record, at: draft.at, lang };
  return { game: draft.game, preset: draft.preset, players: draft.players, incident, lang };
};

// --- a case in a link, and what this browser keeps ---------------------------------------------------------------

/** The case as it stands in a link after `#`. */
export function encoded(draft: Draft): string {
  const bytes = new TextEncoder().encode(JSON.stringify(draft));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** The case of a link; null: it is none. */
export function decoded(hash: string): Draft | null {
  try {
    const text = atob(hash.replace(/^#/, '').replace(/-/g, '+').replace(/_/g, '/'));
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0)))) as Draft;
    const base = begin(String(found.game), String(found.preset), Number(found.players), String(found.incident));
    return found.incident && typeof found.answers === 'object' ? { ...base, ...found } : null;
  } catch {
    return null;
  }
}

/** A ruling that was given here, with its case. */
export interface Given {
  readonly key: string;
  readonly at: number;
  readonly draft: Draft;
  readonly heard: Heard;
  readonly attention: Heard | null;
}

const BOOK = 'kozyr.desk.book';
const GIVEN = 'kozyr.desk.given';
const MOST = 20;

function stored<T>(key: string, usual: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? usual;
  } catch {
    return usual;
  }
}
function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still asks.
  }
}

export const keptBook = (): Book | null => stored<Book | null>(BOOK, null);
export const keepBook = (book: Book): void => store(BOOK, book);
export const given = (): readonly Given[] => stored<readonly Given[]>(GIVEN, []);
export const forget = (): void => store(GIVEN, []);
export function keepGiven(one: Given): void {
  store(GIVEN, [one, ...given().filter(({ key }) => key !== one.key)].slice(0, MOST));
}

/** The entries of a record that can be pointed at: what a seat did. */
export const pointed = (file: Dropped) =>
  (file.lines ?? []).filter(({ seat, token }) => seat !== null || token.includes('!'));
