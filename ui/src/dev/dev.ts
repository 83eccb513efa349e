// Scenes for looking at: dev.html?scene=3-auction. Not in the build. scenes.json comes from record.py.
import { mount } from 'svelte';
import '../app.css';
import type { PreferansSnap } from '../core/preferans/types';
import { applyLook } from '../look';
import { Game } from '../preferans/game.svelte';
import Table from '../preferans/Table.svelte';
import Cards from './Cards.svelte';

const target = document.getElementById('app')!;
const params = new URLSearchParams(location.search);
const scene = params.get('scene') ?? 'cards';
applyLook();

if (scene === 'cards') mount(Cards, { target });
else {
  const scenes = await fetch('/src/dev/scenes.json').then(
    (answer) => answer.json() as Promise<Record<string, PreferansSnap>>,
    () => ({}) as Record<string, PreferansSnap>,
  );
  const game = new Game('scene');
  const found = scenes[scene];
  if (found) {
    game.snap(found);
    if (!params.has('lot')) game.begin();
    mount(Table, { target, props: { game, leave: () => undefined, rematch: () => undefined } });
  } else target.textContent = Object.keys(scenes).join(' ') || 'no scenes yet: src/dev/record.py';
}
