/** How long strips are painted in a frame before the others wait for the next one. Milliseconds. */
const budgetMs = 2;

/** How many frames in a row strips leave to others. */
const leftMost = 4;

const waiting = new Set<() => void>();
let frame = 0;
let busyFrame: CSSNumberish | null = null;
let left = 0;

/**
 * Paints in one of the next frames: many strips that come into view at once share several. What waits already is painted once.
 * The answer takes it back.
 */
export function paintSoon(paint: () => void): () => void {
  waiting.add(paint);
  frame ||= requestAnimationFrame(paintSome);
  return () => void waiting.delete(paint);
}

/** Says that this frame has enough to do: strips wait for the next one, though not for long. */
export function leaveFrame(): void {
  busyFrame = document.timeline.currentTime;
}

function paintSome(): void {
  if (busyFrame !== null && busyFrame === document.timeline.currentTime && left < leftMost) {
    left += 1;
    frame = requestAnimationFrame(paintSome);
    return;
  }
  const start = performance.now();
  [frame, left] = [0, 0];
  for (const paint of waiting) {
    if (performance.now() - start > budgetMs) {
      frame = requestAnimationFrame(paintSome);
      return;
    }
    waiting.delete(paint);
    paint();
  }
}
