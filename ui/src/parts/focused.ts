/** What has just come takes the focus: `{@attach focused}`. */
export const focused = (element: HTMLElement): void => element.focus({ preventScroll: true });
