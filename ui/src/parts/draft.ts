// What somebody has typed into a long form: it outlives a way to another page, as to the login, and goes with the browser's tab.

const key = (form: string): string => `kozyr.draft.${form}`;

/** What was typed last, over what the form begins with. */
export function drafted<T extends object>(form: string, fresh: T): T {
  try {
    return { ...fresh, ...(JSON.parse(sessionStorage.getItem(key(form)) ?? '{}') as Partial<T>) };
  } catch {
    return fresh; // a browser that keeps nothing still announces
  }
}

/** Keep it; null: it was sent. */
export function draft(form: string, typed: object | null): void {
  try {
    if (typed === null) sessionStorage.removeItem(key(form));
    else sessionStorage.setItem(key(form), JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing still announces.
  }
}
