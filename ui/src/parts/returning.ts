// Who closes what lay over the table stands again where he was when it opened.

const before = new WeakMap<Element, HTMLElement>();
let left: HTMLElement | null = null; // where he goes back to from what is closing just now

/** Called as it opens, before it takes the focus; what it returns is called when it is gone. */
export function returning(opened: Element): () => void {
  const now = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const under = now.closest('dialog, [role="dialog"]');
  // What is opened from a menu goes back past the menu, which is no longer there.
  const from = (under ? before.get(under) : now === document.body ? left : null) ?? now;
  before.set(opened, from);
  return () => {
    left = from;
    setTimeout(() => {
      left = null;
      if (document.activeElement === document.body && from.isConnected) from.focus({ preventScroll: true });
    });
  };
}
