import { signal } from '@preact/signals';

/** The last sentence for screen readers; the shell has the live region that speaks it. */
export const announcement = signal('');

let last = -Infinity;

/** Speaks politely. With `isProgress` at most every 5 seconds, so that a reader is not talked over. */
export function announce(sentence: string, { isProgress = false } = {}): void {
  const now = performance.now();
  if (isProgress && now - last < 5000) {
    return;
  }
  last = now;
  announcement.value = sentence;
}
