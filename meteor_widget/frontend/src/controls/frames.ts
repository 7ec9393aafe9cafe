/** Work that follows input, once a frame however often it is asked for. */

/** A function that has `work` done before the next frame is painted. */
export function oncePerFrame(work: () => void, signal: AbortSignal): () => void {
  let asked = false;
  return () => {
    if (asked || signal.aborted) {
      return;
    }
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      if (!signal.aborted) {
        work();
      }
    });
  };
}
