// Russian, as the page chooses it: loaded with every page, so it is short.

import type { Language } from '..';

export default {
  name: 'Русский',
  letters: 'TKDV',
  // one letter of a suit or a rank, as it is typed; what is ambiguous («т»: туз or трефа) its place decides
  suits: { п: 'S', в: 'S', ч: 'H', б: 'D', т: 'C', к: 'C' },
  ranks: { т: 'A', к: 'K', д: 'Q', в: 'J' },
  // who reads these languages reads this one more easily than English
  near: ['be', 'kk', 'ky', 'uz'],
} satisfies Language;
