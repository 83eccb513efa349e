// For tests: the words of every language are ready.
import { LANGS, load, loadRest } from './core/i18n';

await Promise.all([...LANGS.map(load), ...LANGS.map(loadRest)]);
