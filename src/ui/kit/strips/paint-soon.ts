/** The maximum painting time per frame; other strips wait for the next frame. Milliseconds. */
const budgetMs = 2;

const waiting = new Set<() => void>();
let frame = 0;

/**
 * Paints in one of the next frames: many strips that become visible at once share several frames. A queued strip is
 * painted once. Returns a function that cancels it.
 */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  frame ||= requestAnimationFrame(paintSome);
  return () => void waiting.delete(paint);
}

function paintSome(): void {
  const start = performance.now();
  frame = 0;
  for (const paint of waiting) {
    if (performance.now() - start > budgetMs) {
      frame = requestAnimationFrame(paintSome);
      return;
    }
    waiting.delete(paint);
    paint();
  }
}
