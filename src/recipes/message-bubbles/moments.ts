import type { TimedMessage } from './script.ts';

/** The maximum number of preview images: more would not help a reviewer, and each takes a moment to create. */
const maxMoments = 6;
/** The times after which a bubble is at rest, and has its receipt and its reaction. */
const [restSeconds, reactedSeconds] = [1, 1.6];
/** The distance to the next bubble, which moves it. */
const marginSeconds = 0.05;

/** Returns the times of preview images in seconds: each message at rest; of a long chat a selection with the last one. */
export function getMoments(messages: readonly TimedMessage[], durationSeconds: number): number[] {
  const count = Math.min(maxMoments, messages.length);
  const chosen = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * (messages.length - 1)) / (count - 1)),
  );
  return chosen.map((index) => getRest(messages, index, durationSeconds));
}

function getRest(messages: readonly TimedMessage[], index: number, durationSeconds: number): number {
  const message = messages[index];
  const next = messages[index + 1];
  const at = message?.atSeconds ?? 0;
  const rest = at + (message?.reaction === undefined ? restSeconds : reactedSeconds);
  const end = next ? next.atSeconds - next.typingSeconds : durationSeconds;
  return Math.max(at, Math.min(rest, end - marginSeconds));
}
