import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { PluginOption, ProxyOptions } from 'vite';
import { defineConfig } from 'vitest/config';

/** The club answers its own pages only, so a page of the development server speaks in the club's name. */
function proxied(): ProxyOptions {
  const target = process.env['KOZYR'] ?? 'http://127.0.0.1:8000';
  const own = (request: { setHeader(name: string, value: string): void }) => request.setHeader('origin', target);
  return {
    target,
    ws: true,
    changeOrigin: true,
    configure: (proxy) => void proxy.on('proxyReq', own).on('proxyReqWs', own),
  };
}

/** Every build has its service worker, written from what it has put into the folder. */
const worker: PluginOption = {
  name: 'kozyr-worker',
  apply: 'build',
  closeBundle: { order: 'post', sequential: true, handler: () => import('./scripts/worker.mjs').then(() => undefined) },
};

// The built client goes into the wheel, beside the server that serves it.
export default defineConfig({
  plugins: [svelte(), worker],
  build: {
    outDir: '../src/kozyr/web',
    emptyOutDir: true,
    target: 'es2022',
    // The club's Content-Security-Policy is default-src 'self': nothing inline, no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs comes in two files, not in one for each part: a small request costs a cold start a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'parts', test: /src.table.(sounds|now)|svelte.src.reactivity|rolldown.runtime/ },
            { name: 'parts', test: /src.(core|parts|rooms|screens.(Bar|State))/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // `npm run dev` beside a running club: KOZYR=http://127.0.0.1:8000 npm run dev
  // The page of programs has a document and an example of the repository in it.
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(['/api', '/ws', '/health'].map((path) => [path, proxied()])),
  },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/every-word.ts'] },
});
