import { signal } from '@preact/signals';

/** The text of the live region for screen readers, which is in the shell. */
export const announcement = signal('');

let last = -Infinity;

/** Announces a sentence to screen readers; with `isProgress` at most every 5 seconds. */
export function announce(sentence: string, { isProgress = false } = {}): void {
  const now = performance.now();
  if (isProgress && now - last < 5000) {
    return;
  }
  last = now;
  announcement.value = sentence;
}
