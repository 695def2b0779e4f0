const ballastBytes = 64 * 1024 * 1024;
/** So many are held at once: what dies young is not counted. */
const heldCount = 4;
const callsBetween = 20;

const held: ArrayBuffer[] = [];
let calls = 0;

/**
 * To be called for each frame or block of sound. Chromium does not count the bytes behind encoded chunks and media frames that are
 * done with, and lets a small heap lie for minutes while hundreds of megabytes hang on it. A large buffer is counted; it is never
 * written to, so that it takes addresses and no memory.
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
    // Where not even addresses are left, the browser collects by itself.
  }
}
