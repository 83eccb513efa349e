// Real moments of bridge, made with src/dev/bridge.py; for tests alone.

import type { Moment as Any } from '../moment';
import moments from './moments.json';
import type { Bridge } from './types';

export type Name = keyof typeof moments;
export const NAMES = Object.keys(moments) as readonly Name[];

export type Moment = Any<Bridge>;
export const moment = (name: Name): Moment => moments[name] as unknown as Moment;
