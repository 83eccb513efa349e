// The book of rules: its leaves in order, and the paragraphs that each tells of.

import type { Book } from '../../../learn/game';
import { figures, preset } from './figures.gen.json';

const book: Book = {
  cover: ['C7', 'HQ', 'SA'],
  leaves: [
    { code: 'cards', laws: ['P-1.3.1', 'P-1.3.2'] },
    { code: 'deal', laws: ['P-1.2', 'P-3.2.8'] },
    { code: 'trick', laws: ['P-2.1.3', 'P-2.1.4', 'P-3.9.1'] },
    { code: 'auction', laws: ['P-3.3.2', 'P-3.3.7', 'P-3.3.8', 'P-3.3.10'] },
    { code: 'talon', laws: ['P-3.4.1', 'P-3.4.3'] },
    { code: 'whist', laws: ['P-3.8.1', 'P-3.8.2', 'P-3.8.5', 'P-3.8.7'] },
    { code: 'misere', laws: ['P-3.3.9', 'P-3.6.1', 'P-3.6.4', 'P-3.6.6'] },
    { code: 'allpass', laws: ['P-3.7.1', 'P-3.7.2.1', 'P-3.7.3', 'P-3.7.4.3', 'P-3.7.6.3'] },
    { code: 'price', laws: ['P-2.2.2', 'P-3.8.1.1', 'P-3.8.1.2', 'P-3.8.11'] },
    { code: 'sheet', laws: ['P-4.2.1', 'P-4.2.3', 'P-4.2.14'] },
  ],
  figures: { ...figures, preset },
  picture: () => import('./Picture.svelte'),
};
export default book;
