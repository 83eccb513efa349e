// Preferans, as the page finds it.

import type { WordFile } from '../../core/i18n';
import type { Game } from '../game';

const game: Game = {
  name: 'preferans',
  words: import.meta.glob<WordFile>('./words/*.ts'),
  client: () => import('./client'),
  replay: () => import('./replay'),
  setup: {
    base: 'sochi',
    players: 3,
    changes: { pool_target: 20 },
    overlays: ['qualifying'],
    automatic: { 2: ['gusarik'] },
    length: { option: 'pool_target', values: [10, 20, 30, 50] },
    groups: {
      auction: 'auction', blind: 'blind', bombs: 'blind', contract: 'contract', misere: 'misere', allpass: 'allpass',
      whist: 'whist', deal: 'deal', irr: 'irr', table: 'table', talon_refusal_fine: 'contract',
      talon_bonus: 'contract', talon_bonus_at_three: 'contract',
    }, // prettier-ignore
    order: ['pulka', 'auction', 'contract', 'misere', 'blind', 'allpass', 'whist', 'deal', 'irr', 'table'],
    rest: 'pulka',
  },
};

export default game;
