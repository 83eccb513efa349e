// Exact numbers of the sheet: whole, or fractions in text (`"26/3"`).

import type { Points } from './wire';

export interface Exact {
  readonly n: number;
  readonly d: number; // positive
}

const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));

const reduced = (n: number, d: number): Exact => {
  const by = gcd(n, d) || 1;
  return { n: n / by, d: d / by };
};

export function exact(points: Points): Exact {
  if (typeof points === 'number') return { n: points, d: 1 };
  const [n = 0, d = 1] = points.split('/').map(Number);
  return reduced(n, d);
}

export const plus = (a: Exact, b: Exact): Exact => reduced(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Exact, b: Exact): Exact => plus(a, { n: -b.n, d: b.d });
export const times = (a: Exact, b: Exact): Exact => reduced(a.n * b.n, a.d * b.d);
export const value = (a: Exact): number => a.n / a.d;

const VULGAR: Readonly<Record<string, string>> = {
  '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾', '1/5': '⅕', '2/5': '⅖', '3/5': '⅗', '4/5': '⅘',
  '1/6': '⅙', '5/6': '⅚',
}; // prettier-ignore

/** As people write it: `12`, `−3`, `8⅔`. */
export function shown(points: Points | Exact): string {
  const { n, d } = typeof points === 'object' ? points : exact(points);
  const sign = n < 0 ? '−' : '';
  const whole = Math.floor(Math.abs(n) / d);
  const rest = Math.abs(n) % d;
  if (rest === 0) return sign + whole;
  const vulgar = VULGAR[`${rest}/${d}`];
  if (vulgar) return sign + (whole || '') + vulgar;
  return sign + (whole ? `${whole} ` : '') + `${rest}/${d}`;
}

/** With a sign before it, as a result is written: `+26⅔`, `−12`, `0`. */
export function signed(points: Points | Exact): string {
  const { n } = typeof points === 'object' ? points : exact(points);
  return n > 0 ? `+${shown(points)}` : shown(points);
}
