// People's acts at the table, told to the others there.

import { find, words, type Key, type Lang } from '../i18n';
import type { Done, Table, Watcher, What } from '../wire';

export interface Told {
  readonly text: string;
  readonly bad: boolean;
}

/** A proposal as a sentence: «Отложить пульку». */
export function proposed(lang: Lang, table: Table, what: What, nick: string | null): string {
  const t = words(lang, table.game);
  if (what.kind !== 'hand_over' && what.kind !== 'call_bot') return t(`propose.${what.kind}`);
  const from = table.players.find(({ chair }) => chair === what.chair)?.nick ?? '';
  if (what.kind === 'call_bot') return t('propose.call_bot', { who: from });
  return t('propose.hand_over', { from, to: nick ?? '' });
}

/**
 * An act as a line; null where there is nothing to tell, or where the page shows it in its own place.
 *
 * called: what this page calls somebody who is not at the table yet, by the nick that the club has.
 */
export function tellAct(
  lang: Lang,
  table: Table,
  { by, do: done }: Done,
  watchers: readonly Watcher[],
  called: (nick: string) => string = (nick) => nick,
): Told | null {
  const t = words(lang, table.game);
  const nick = (chair: number): string => table.players.find((one) => one.chair === chair)?.nick ?? '';
  const mine = by !== null && by === table.chair;
  const who = by === null ? ('nick' in done ? called(done.nick ?? '') : '') : nick(by);
  const line = (key: string, params: Record<string, string | number> = {}): Told | null => {
    const text = find(lang, `told.${key}`, { who, ...params }, table.game);
    return text === undefined ? null : { text, bad: false };
  };
  switch (done.act) {
    case 'leave':
    case 'back':
    case 'reseed':
      return mine ? { text: t(`told.${done.act}.me` as Key), bad: false } : line(done.act);
    case 'hold':
      return done.chair === table.chair ? null : line('hold', { who: nick(done.chair) });
    case 'time_out': {
      const key = table.terms.clock === 'bank' ? 'time_out.bank' : 'time_out';
      return done.chair === table.chair ? null : line(key, { who: nick(done.chair) });
    }
    case 'answer':
      return mine || done.yes === true ? null : line('answer.no');
    case 'withdraw':
    case 'resume':
    case 'hint':
    case 'sit':
    case 'rise':
      return mine ? null : line(done.act);
    case 'object':
    case 'warn': {
      const whom = watchers.find(({ account }) => account === done.account)?.nick;
      return line(done.act, {
        whom: whom === undefined ? t('told.somebody') : called(whom),
      });
    }
    case 'allow':
      return mine ? null : line(done.yes === true ? 'allow' : 'allow.no');
    default:
      return null;
  }
}
