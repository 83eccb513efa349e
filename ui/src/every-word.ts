// For tests: the words of every language are ready.
import { LANGS, load } from './core/i18n';

await Promise.all(LANGS.map(load));
