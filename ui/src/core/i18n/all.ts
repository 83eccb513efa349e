// For tests: every language is ready.
import { LANGS, load } from './index';

await Promise.all(LANGS.map(load));
