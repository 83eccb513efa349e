// Ukrainian, as the page chooses it: loaded with every page, so it is short.

import type { Language } from '..';

export default {
  name: 'Українська',
  letters: 'TKDV',
  suits: { п: 'S', в: 'S', ч: 'H', б: 'D', т: 'C', к: 'C' },
  ranks: { т: 'A', к: 'K', д: 'Q', в: 'J' },
} satisfies Language;
