// Which lots this browser has looked at: who comes back to the page goes on with the hand.

const STORED = 'kozyr.lots';
const MOST = 40;

function stored(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return []; // a browser that keeps nothing shows the lot again
  }
}

export const lotSeen = (table: string): boolean => stored().includes(table);

export function seeLot(table: string): void {
  try {
    localStorage.setItem(STORED, JSON.stringify([table, ...stored().filter((one) => one !== table)].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing shows the lot again.
  }
}
