// For tests: the words of every language are ready, the games' too.
import './games';
import { LANGS, load } from './core/i18n';

await Promise.all(LANGS.map(load));
