// Where each card of a hand lies: one fan, slightly curved, that fits the width it has.

export interface Place {
  readonly x: number; // of the card's left edge
  readonly y: number; // down from the top of the fan
  readonly turn: number; // degrees
}

export interface FanSize {
  readonly width: number; // of the room there is
  readonly card: number; // a card's width
  readonly most: number; // the widest step from card to card
  readonly bend: number; // degrees from the first to the last card of a full hand
}

const FULL = 10;

/** How much of each card is visible. */
export function step(cards: number, size: FanSize): number {
  if (cards < 2) return 0;
  return Math.max(0, Math.min(size.most, (size.width - size.card) / (cards - 1)));
}

export function fan(cards: number, size: FanSize): readonly Place[] {
  const by = step(cards, size);
  const left = (size.width - by * (cards - 1) - size.card) / 2;
  const bend = cards < 2 ? 0 : (size.bend * Math.min(cards, FULL)) / FULL / (cards - 1);
  const middle = (cards - 1) / 2;
  return Array.from({ length: cards }, (_, at) => {
    const turn = (at - middle) * bend;
    // The cards lie on a circle: its radius follows from the step and the angle between two of them.
    const radius = bend === 0 ? 0 : by / Math.sin((bend * Math.PI) / 180);
    const y = radius * (1 - Math.cos((turn * Math.PI) / 180));
    return { x: left + at * by, y, turn };
  });
}
