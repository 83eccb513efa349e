// Real moments of deberts, made with src/dev/deberts.py; for tests alone.

import type { Moment as Any } from '../moment';
import moments from './moments.json';
import type { Deberts } from './types';

export type Name = keyof typeof moments;
export const NAMES = Object.keys(moments) as readonly Name[];

export type Moment = Any<Deberts>;
export const moment = (name: Name): Moment => moments[name] as unknown as Moment;
