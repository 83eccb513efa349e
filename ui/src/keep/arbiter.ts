// The way from a sheet to the director's desk, with what is known: the case stands in the link after `#`.

import { route } from '../core/routes';
import type { KeptSheet } from '../wire.gen';

/** The desk's link for an incident of this sheet; null: this club has no desk, or the game no law of the sheet. */
export function deskLink(kept: KeptSheet, incident: 'sheet_error' | 'forgotten_entry'): string | null {
  if (!kept.judged || (route('/desk').is as string) === 'lost') return null;
  const known = {
    game: kept.game,
    preset: kept.preset.split('+')[0],
    players: kept.players.length,
    incident,
    answers: {},
  };
  const bytes = new TextEncoder().encode(JSON.stringify(known));
  const text = btoa(String.fromCharCode(...bytes));
  return `/desk#${text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}
