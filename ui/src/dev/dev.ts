// Scenes for looking at: dev.html?scene=3-auction. Not in the build. scenes.json comes from record.py.
import { mount } from 'svelte';
import '../app.css';
import { load } from '../core/i18n';
import type { Snap } from '../core/wire';
import { applyLook } from '../look';
import { gameClient } from '../games';
import { Session } from '../table/session.svelte';
import Table from '../table/Table.svelte';
import { settings } from '../settings.svelte';
import Cards from './Cards.svelte';

const target = document.getElementById('app')!;
const params = new URLSearchParams(location.search);
const scene = params.get('scene') ?? 'cards';
applyLook();
await load(settings.lang);

if (scene === 'cards') mount(Cards, { target });
else {
  const read = (path: string) =>
    fetch(path).then(
      (answer) => answer.json() as Promise<Record<string, Snap>>,
      () => ({}) as Record<string, Snap>,
    );
  const deberts = await read('/src/core/deberts/moments.json');
  const bridge = await read('/src/core/bridge/moments.json');
  const scenes: Record<string, Snap> = {
    ...(await read('/src/dev/scenes.json')),
    ...Object.fromEntries(Object.entries(deberts).map(([name, snap]) => [`deberts-${name}`, snap])),
    ...Object.fromEntries(Object.entries(bridge).map(([name, snap]) => [`bridge-${name}`, snap])),
  };
  const game = new Session('scene', gameClient);
  const found = scenes[scene];
  const client = found ? await gameClient(found.table.game) : null;
  if (found && client) {
    game.client = client;
    game.show(found);
    if (!params.has('lot')) game.begin();
    mount(Table, { target, props: { game, client, leave: () => undefined, rematch: () => undefined } });
  } else target.textContent = Object.keys(scenes).join(' ') || 'no scenes yet: src/dev/record.py';
}
