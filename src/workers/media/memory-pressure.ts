const ballastBytes = 64 * 1024 * 1024;
/** The number of buffers that are held at once, because short-lived ones do not count. */
const heldCount = 4;
const callsBetween = 20;

const held: ArrayBuffer[] = [];
let calls = 0;

/**
 * Triggers a garbage collection from time to time. Must be called for each frame or block of audio. Chromium does not count the
 * bytes of encoded chunks and media frames that are no longer used, and leaves a small heap uncollected for minutes while hundreds
 * of megabytes depend on it. A large buffer counts; it is never written to, so it takes address space but no memory.
 */
export function bringAboutCollection(): void {
  calls += 1;
  if (calls % callsBetween !== 0) {
    return;
  }
  held.splice(0, Math.max(0, held.length + 1 - heldCount));
  try {
    held.push(new ArrayBuffer(ballastBytes));
  } catch {
    // If not even address space is left, the browser collects by itself.
  }
}
