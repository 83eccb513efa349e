import { describe, expect, it } from 'vitest';
import {
  against,
  cardsOf,
  eventShown,
  even,
  lossBeside,
  lossShown,
  reasonShown,
  scoreShown,
  told,
  whyShown,
} from './counsel';
import type { Candidate } from './wire';

const weighed = (more: Partial<Candidate>): Candidate => ({
  event: { type: 'pass' },
  score: 0,
  why: 'bids',
  facts: {},
  unit: 'weight',
  ...more,
});
const event = (type: string, more: object = {}) => ({ type, ...more });

describe('what a bot weighed, in words', () => {
  it('shows an event of any game', () => {
    expect(eventShown('ru', event('play', { card: 'HA' }), 'TKDV')).toBe('♥Т');
    expect(eventShown('en', event('play', { card: 'HT' }), 'AKQJ')).toBe('♥10');
    expect(eventShown('ru', event('bid', { contract: '6S' }), 'TKDV')).toBe('6♠');
    expect(eventShown('ru', event('bid', { contract: '10NT' }), 'TKDV')).toBe('10БК');
    expect(eventShown('en', event('bid', { level: 3, denomination: 'NT' }), 'AKQJ')).toBe('3NT');
    expect(eventShown('uk', event('discard', { cards: ['S7', 'D8'] }), 'TKDV')).toBe('знести ♠7 ♦8');
    expect(eventShown('uk', event('order', { trump: 'H' }), 'TKDV')).toBe('граю ♥');
    expect(eventShown('uk', event('order'), 'TKDV')).toBe('граю');
    expect(eventShown('ru', event('lay', { open: true }), 'TKDV')).toBe('в светлую');
    expect(eventShown('ru', event('contract', { contract: 'misere' }), 'TKDV')).toBe('мизер');
    expect(eventShown('ru', event('trump', { suit: 'H' }), 'TKDV')).toBe('козырь ♥');
    expect(eventShown('ru', event('something_new'), 'TKDV')).toBe('something_new');
  });

  it('says why, and something general for a code that it does not know', () => {
    expect(whyShown('ru', weighed({ why: 'draws_trumps' }))).toBe('отобрать козыри');
    expect(whyShown('en', weighed({ why: 'invented_tomorrow' }))).toBe('by the bot’s own count');
  });

  it('says what is expected where it counts for something', () => {
    expect(scoreShown('ru', weighed({ score: 12.34, unit: 'whists' }))).toBe('+12,3 виста');
    expect(scoreShown('en', weighed({ score: -1, unit: 'whists' }))).toBe('−1 whist');
    expect(scoreShown('ru', weighed({ score: 54.2, unit: 'chance' }))).toBe('54,2 % на выигрыш партии');
    expect(scoreShown('en', weighed({ score: 3, unit: 'weight' }))).toBe('');
    expect(scoreShown('en', { score: null, unit: 'whists' })).toBe('');
  });

  it('makes sentences of the figures at the chosen one', () => {
    const facts = { tricks: 6.3, made: 0.62, contract: '6D' };
    const discard = weighed({ why: 'keeps_for', unit: 'whists', facts });
    expect(reasonShown('ru', discard)).toBe('После сноса около 6,3 взятки; в шести раскладах из десяти 6♦ играется.');
    expect(reasonShown('uk', discard)).toBe('Після зносу близько 6,3 взятки; у шести розкладах із десяти 6♦ грається.');
    expect(reasonShown('en', discard)).toBe('After the discard about 6.3 tricks; in six layouts of ten 6♦ makes.');
    expect(reasonShown('ru', weighed({ why: 'misere', facts: { safe: 0.02 } }))).toBe(
      'Мизер почти никогда не играется (шанс 2 %).',
    );
    const whist = weighed({ why: 'passes', facts: { own: 1, all: 2.4, need: 4 } });
    expect(reasonShown('ru', whist)).toBe(
      'Своих около 1 взятки, на двоих около 2,4 взятки, а нужно 4, вист не окупится.',
    );
    const call = weighed({ why: 'call_pass', facts: { promise: '', hcp: 7 } });
    expect(reasonShown('ru', call)).toBe('Очков 7, заявить нечего.');
    const party = weighed({ why: 'searched', unit: 'chance', facts: { points: -11.6, worlds: 160, of: 12870 } });
    expect(reasonShown('ru', party)).toBe('Выходит около 12 очков меньше, чем у соперника.');
    expect(reasonShown('en', { ...party, facts: { points: 0.2 } })).toBe('The points come out even.');
  });

  it('says that a bot slipped, and when it left the system and why', () => {
    const better = weighed({ why: 'searched', unit: 'whists', score: 3, event: event('play', { card: 'HA' }) });
    const slip = { ...better, score: 1.8, event: event('play', { card: 'H7' }), facts: { slip: 1.2 } };
    expect(reasonShown('ru', slip, better)).toBe('Оступился: на 1,2 виста хуже, чем ♥Т.');
    expect(reasonShown('uk', slip, better)).toBe('Схибив: на 1,2 віста гірше, ніж ♥Т.');
    expect(reasonShown('en', slip, better)).toBe('A slip: worse by 1.2 whists than ♥A.');
    const facts = { promise: '', hcp: 7, book: '2H', left: 'worlds', gain: 0.6 };
    const call = weighed({ why: 'call_pass', unit: 'imps', facts });
    expect(reasonShown('en', call)).toContain(
      ' The system says 2♥, but over the layouts this is better by 0.6 IMPs on average.',
    );
    expect(reasonShown('ru', call)).toContain(' По системе 2♥, но по раскладам это лучше в среднем на 0,6 импа.');
    const tried = { ...call, unit: 'imps' as const, facts: { ...facts, book: 'X', left: 'worlds', gain: 2 } };
    expect(reasonShown('uk', tried)).toContain(
      ' За системою контра, але за розкладами це краще в середньому на 2 імпи.',
    );
    expect(reasonShown('ru', { ...call, facts: { ...facts, left: 'part' } })).toContain(
      ' По системе 2♥, но с очками под чертой',
    );
    expect(reasonShown('en', { ...call, facts: { ...facts, left: 'invented' } })).not.toContain('The system');
  });

  const card = (score: number, facts: Candidate['facts'], of = 'HA') =>
    weighed({
      event: event('play', { card: of }),
      why: 'wins',
      unit: 'whists',
      score,
      facts: { worlds: 80, ...facts },
    });
  const defends = { whose: 'declarer', wants: 'fewer' };
  const leads = { whose: 'me', wants: 'more' };
  const ducks = { whose: 'me', wants: 'fewer' };

  it('gives one reason: the figure in which the best card is better than the next one', () => {
    const best = card(3, { ...defends, tricks: 3.2, made: 0.4 });
    expect(reasonShown('ru', best)).toBe('Взять взятку: разыгрывающий сыграет своё в 40 % раскладов.');
    expect(reasonShown('ru', best, card(2, { ...defends, tricks: 3.6, made: 0.4 }))).toBe(
      'Взять взятку: разыгрывающий возьмёт ещё около 3,2 взятки.',
    );
    expect(told('en', best)).toBe(
      'ace of hearts: Take the trick: the declarer makes the contract in 40 % of the layouts.',
    );
    expect(reasonShown('uk', card(1, { whose: 'side', wants: 'fewer', tricks: 8.5 }))).toBe(
      'Узяти взятку: у розігрувача вийде близько 8,5 взятки.',
    );
  });

  it('says of a card what is lost and why, and the reason never speaks against the loss', () => {
    const loss = (best: Candidate, one: Candidate) => lossShown('ru', best, one, 'TKDV');
    expect(loss(card(3.2, { ...leads, tricks: 3 }), card(1.4, { ...leads, tricks: 2.4 }))).toBe(
      'На 1,8 виста хуже: своих взяток меньше на 0,6.',
    );
    expect(loss(card(3.2, { ...ducks, tricks: 0.2 }), card(1.4, { ...ducks, tricks: 0.8 }))).toBe(
      'На 1,8 виста хуже: лишних взяток больше на 0,6.',
    );
    expect(loss(card(3.2, { ...defends, tricks: 6 }), card(1.4, { ...defends, tricks: 6.5 }))).toBe(
      'На 1,8 виста хуже: разыгрывающий возьмёт на 0,5 взятки больше.',
    );
    expect(loss(card(2, { ...leads, tricks: 6, made: 0.62 }), card(-3, { ...leads, tricks: 6.4, made: 0.31 }))).toBe(
      'На 5 вистов хуже: игра выходит в 31 % раскладов, а не в 62 %.',
    );
    // More tricks, and worse for all that: no figure is told that says the opposite.
    expect(loss(card(2, { ...leads, tricks: 6 }), card(-3, { ...leads, tricks: 6.4 }, 'S7'))).toBe(
      'На 5 вистов хуже: лучше ♥Т, взять взятку, вы возьмёте ещё около 6 взяток.',
    );
    const [best, less] = [card(3.2, { ...leads, tricks: 3 }), card(3.19, { ...leads, tricks: 2.4 })];
    expect(lossShown('en', best, less)).toBe('No worse.');
    expect(even(best, less)).toBe(true);
  });

  it('holds a call against what it needs: the tricks of an all-pass are not those of a game', () => {
    const pass = weighed({ why: 'passes', unit: 'whists', score: 3, facts: { tricks: 1.2 } });
    const six = { event: event('bid', { contract: '6S' }), why: 'bids', unit: 'whists' } as const;
    const bid = weighed({ ...six, score: -36.4, facts: { contract: '6S', tricks: 4.5 } });
    expect(lossShown('ru', pass, bid)).toBe(
      'На 39,4 виста хуже: своих вместе с прикупом около 4,5 взятки, а на 6♠ нужно 6.',
    );
    expect(reasonShown('ru', pass, bid)).toBe('Своих вместе с прикупом около 4,5 взятки, а на 6♠ нужно 6.');
    const good = weighed({ ...six, score: 20, facts: { contract: '6S', tricks: 7.4 } });
    expect(lossShown('ru', good, pass)).toBe(
      'На 17 вистов хуже: лучше 6♠, своих вместе с прикупом около 7,4 взятки, 6♠ выгоднее паса.',
    );
    const misere = weighed({ event: event('misere'), why: 'misere', unit: 'whists', score: -9, facts: { safe: 0.3 } });
    expect(lossShown('ru', good, misere)).toBe('На 29 вистов хуже: мизер ловится в 70 % раскладов.');
    const seven = weighed({
      ...six,
      event: event('bid', { contract: '7S' }),
      score: 5,
      facts: { contract: '7S', tricks: 7.4 },
    });
    expect(lossShown('en', good, seven)).toBe(
      'Worse by 15 whists: with the talon about 7.4 tricks, 7♠ has nothing to spare.',
    );
  });

  it('says that a game makes as often and is worth less', () => {
    const named = (contract: string, score: number, made: number) =>
      weighed({
        event: event('contract', { contract }),
        why: 'names',
        unit: 'whists',
        score,
        facts: { tricks: 7.1, made },
      });
    expect(lossShown('ru', named('7S', 20, 0.8), named('6S', 12, 0.97))).toBe(
      'На 8 вистов хуже: играется не реже, но игра дешевле.',
    );
    expect(lossShown('ru', named('7S', 20, 0.8), named('8S', 2, 0.3))).toBe(
      'На 18 вистов хуже: игра выходит в 30 % раскладов, а не в 80 %.',
    );
  });

  it('counts a party by its chance', () => {
    const word = (type: string, score: number, points: number) =>
      weighed({ event: event(type), why: 'searched', unit: 'chance', score, facts: { points, of: 9 } });
    expect(lossShown('ru', word('pass', 60, 12), word('order', 57.5, 3))).toBe(
      'Шансов выиграть партию меньше на 2,5 %: очков меньше на 9.',
    );
    expect(lossShown('ru', word('pass', 60, 3), word('order', 57.5, 12))).toBe(
      'Шансов выиграть партию меньше на 2,5 %: лучше пас, выходит около 3 очков больше, чем у соперника.',
    );
  });

  it('repeats no reason in a list where the best one stands above', () => {
    expect(lossBeside('ru', weighed({ why: 'plays_low' }), weighed({ why: 'plays_low' }))).toBe('');
    expect(lossBeside('ru', weighed({ why: 'wins' }), weighed({ why: 'plays_low' }))).toBe(
      'Взятка чужая: положить младшую.',
    );
    const [best, less] = [card(2, { ...leads, tricks: 6 }), card(-3, { ...leads, tricks: 6.4 })];
    expect(lossBeside('ru', best, less)).toBe('На 5 вистов хуже.');
    const counted = (points: number) =>
      weighed({ why: 'searched', unit: 'points', score: points, facts: { points, of: 9 } });
    expect(lossBeside('ru', counted(72), counted(63))).toBe('На 9 очков хуже.');
    expect(against('ru', weighed({ why: 'wins' }), weighed({ why: 'plays_low' })).loss).toBe('');
  });

  it('knows the cards of an event', () => {
    expect(cardsOf(event('play', { card: 'HA' }))).toEqual(['HA']);
    expect(cardsOf(event('discard', { cards: ['S7', 'D8'] }))).toEqual(['S7', 'D8']);
    expect(cardsOf(event('pass'))).toEqual([]);
  });
});
