/** What a form does instead of leaving the page. */
export const sending = (work: () => unknown) => (event: SubmitEvent) => {
  event.preventDefault();
  void work();
};
