import { describe, expect, it } from 'vitest';
import { eventOf, feedPath } from './league';

describe('a league', () => {
  it('knows an event by its address or its id', () => {
    expect(eventOf('https://club.example/event/a1b2?x=1')).toBe('a1b2');
    expect(eventOf('https://club.example/event/a1b2/hall')).toBe('a1b2');
    expect(eventOf('/cup/c3')).toBe('c3');
    expect(eventOf('  a1b2 ')).toBe('a1b2');
  });

  it('has its bulletin as a feed', () => {
    expect(feedPath('a1', 'uk')).toBe('/api/leagues/a1/feed.atom?lang=uk');
  });
});
