// How many tables wait for my move, as far as this page knows: the title and the icon of the window tell it.

let tables = $state(0);

export const waiting = (): number => tables;

export function waits(count: number): void {
  tables = count;
}
