// The book of rules: its leaves in order, and the paragraphs that each tells of.

import type { Book } from '../../../learn/game';
import { figures, preset } from './figures.gen.json';

const book: Book = {
  cover: ['S9', 'DJ', 'CT'],
  leaves: [
    { code: 'cards', laws: ['D-DEAL-1', 'D-PLAY-5'] },
    { code: 'trumps', laws: ['D-PLAY-6'] },
    { code: 'deal', laws: ['D-DEAL-3', 'D-DEAL-4', 'D-DEAL-7'] },
    { code: 'bidding', laws: ['D-BID-1', 'D-BID-2', 'D-BID-3'] },
    { code: 'rest', laws: ['D-DEAL-5', 'D-DEAL-6', 'D-COMBO-16'] },
    { code: 'melds', laws: ['D-COMBO-1', 'D-COMBO-14', 'D-COMBO-15'] },
    { code: 'height', laws: ['D-COMBO-4', 'D-COMBO-6', 'D-COMBO-8'] },
    { code: 'play', laws: ['D-PLAY-3', 'D-PLAY-4'] },
    { code: 'count', laws: ['D-SCORE-1', 'D-SCORE-4', 'D-BAIT-1'] },
    { code: 'party', laws: ['D-SCORE-5', 'D-SCORE-6', 'D-CLOSE-1'] },
  ],
  figures: { ...figures, preset },
  picture: () => import('./Picture.svelte'),
};
export default book;
