// English, as the page chooses it: loaded with every page, so it is short.

import type { Language } from '..';

export default {
  name: 'English',
  letters: 'AKQJ',
  suits: { s: 'S', h: 'H', d: 'D', c: 'C' },
  ranks: { a: 'A', k: 'K', q: 'Q', j: 'J', t: 'T' },
} satisfies Language;
