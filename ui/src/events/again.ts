/** Look now and again after each pause, in milliseconds, until the page is left; a look that answers null was the last. */
export function again(look: () => Promise<number | null>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let gone = false;
  async function next() {
    const pause = await look();
    if (!gone && pause !== null) timer = setTimeout(next, pause);
  }
  void next();
  return () => {
    gone = true;
    clearTimeout(timer);
  };
}
