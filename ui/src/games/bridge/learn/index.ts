// The book of rules: its leaves in order, and the paragraphs that each tells of.

import type { Book } from '../../../learn/game';
import { figures, preset } from './figures.gen.json';

const book: Book = {
  cover: ['D2', 'CK', 'HA'],
  leaves: [
    { code: 'cards', laws: ['B-GEN-4', 'B-GEN-5'] },
    { code: 'trick', laws: ['B-PLAY-6'] },
    { code: 'bids', laws: ['B-AUC-1', 'B-AUC-2', 'B-AUC-4'] },
    { code: 'calls', laws: ['B-AUC-8', 'B-AUC-9', 'B-AUC-10', 'B-AUC-12'] },
    { code: 'contract', laws: ['B-AUC-5', 'B-PLAY-1'] },
    { code: 'dummy', laws: ['B-PLAY-3', 'B-PLAY-4'] },
    { code: 'points', laws: ['B-SCORE-3', 'B-SCORE-4', 'B-SCORE-5'] },
    { code: 'premiums', laws: ['B-SCORE-8', 'B-SCORE-11', 'B-SCORE-15', 'B-SCORE-16'] },
    { code: 'rubber', laws: ['B-SCORE-6', 'B-SCORE-7', 'B-RUBBER-1', 'B-RUBBER-2'] },
    { code: 'boards', laws: ['B-DUP-1', 'B-DUP-3', 'B-DUP-9'] },
  ],
  figures: { ...figures, preset },
  picture: () => import('./Picture.svelte'),
};
export default book;
