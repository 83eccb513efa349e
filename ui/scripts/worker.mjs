// Writes sw.js: the version is a hash of the build, and the shell is what index.html and its script load at once.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const web = new URL('../../src/kozyr/web/', import.meta.url).pathname;
const page = readFileSync(`${web}index.html`, 'utf8');
const assets = readdirSync(`${web}assets`)
  .filter((name) => /\.(js|css)$/.test(name))
  .sort();
const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
// A page that is kept for the day without a network must not lack a part: all of them, they are small.
const shell = [
  '/',
  '/favicon.svg',
  '/favicon-turn.svg',
  '/manifest.webmanifest',
  ...new Set([...first, ...assets.map((name) => `/assets/${name}`)]),
];
const version = createHash('sha256').update(page).update(assets.join()).digest('hex').slice(0, 12);
const worker = readFileSync(new URL('../src/sw.js', import.meta.url), 'utf8')
  .replace('__VERSION__', version)
  .replace('__SHELL__', JSON.stringify(shell));
if (/__[A-Z]+__/.test(worker)) throw new Error('sw.js: something was not filled in');
writeFileSync(`${web}sw.js`, worker);
console.log(`sw.js: version ${version}, ${shell.length} files`);
