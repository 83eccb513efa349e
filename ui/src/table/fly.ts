// Cards come from their player and go to the taker of the trick.
import type { TransitionConfig } from 'svelte/transition';
import type { Side } from '../core/table/reading';
import { motion } from '../settings.svelte';

const WAY: Readonly<Record<Side | 'talon', readonly [number, number]>> = {
  me: [0, 1],
  left: [-1, -0.25],
  right: [1, -0.25],
  top: [0, -1],
  topleft: [-0.6, -0.9],
  topright: [0.6, -0.9],
  talon: [0, -1],
};

const out = (x: number) => 1 - (1 - x) ** 3;

export function fly(_: Element, { side, far = 130 }: { side: Side | 'talon'; far?: number }): TransitionConfig {
  const [x, y] = WAY[side];
  return {
    duration: motion(230),
    easing: out,
    css: (t, u) => `translate: ${x * far * u}px ${y * far * u}px; opacity: ${Math.min(1, t * 1.6)};`,
  };
}
