// The deal of the day over HTTP, as the door asks for it. docs/days.md has the routes.

import { ask } from './api';
import type { DayListed, DaysTold } from '../wire.gen';

export const days = (): Promise<DaysTold> => ask('/api/days');
export const dayPath = (game: string, day: string): string => `/day/${encodeURIComponent(game)}/${day}`;

export type Phase = 'ahead' | 'open' | 'over';

export const phase = ({ opens, closes }: Pick<DayListed, 'opens' | 'closes'>, now: number): Phase =>
  now < opens ? 'ahead' : now < closes ? 'open' : 'over';
