// Beside every text file of the build its .gz and .br, so that the club need not compress anything itself.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const web = new URL('../../src/kozyr/web', import.meta.url).pathname;
for (const file of readdirSync(web, { recursive: true })) {
  if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) continue;
  const path = join(web, file);
  const text = readFileSync(path);
  const small = [
    ['.gz', gzipSync(text, { level: 9 })],
    ['.br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  ];
  for (const [ending, bytes] of small) writeFileSync(path + ending, bytes);
  console.log(`${file}: ${text.length} bytes, gzip ${small[0][1].length}, brotli ${small[1][1].length}`);
}
