/** Work that follows input, once a frame however often it is asked for. */

/**
 * A function that has `work` done when the present task ends, so that the next frame shows it; or
 * before that frame is painted, if it was done since the last one.
 */
export function oncePerFrame(work: () => void, signal: AbortSignal): () => void {
  let asked = false;
  let isDone = false;
  const run = (): void => {
    asked = false;
    if (!signal.aborted) {
      work();
    }
  };
  return () => {
    if (asked || signal.aborted) {
      return;
    }
    asked = true;
    if (isDone) {
      requestAnimationFrame(run);
      return;
    }
    isDone = true;
    queueMicrotask(run);
    requestAnimationFrame(() => {
      isDone = false;
    });
  };
}
