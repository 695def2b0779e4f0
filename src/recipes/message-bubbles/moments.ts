import type { TimedMessage } from './script.ts';

/** More pictures tell a reviewer nothing new, and each takes a moment to be made. */
const mostMoments = 6;
/** By then a bubble has come to rest, with its receipt and its reaction. */
const [restSeconds, reactedSeconds] = [1, 1.6];
/** Before the next one moves it. */
const marginSeconds = 0.05;

/** When the pictures of a proposal are taken, in seconds: each message at rest, and of a long chat some of them, the last too. */
export function momentsOf(messages: readonly TimedMessage[], durationSeconds: number): number[] {
  const count = Math.min(mostMoments, messages.length);
  const chosen = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * (messages.length - 1)) / (count - 1)),
  );
  return chosen.map((index) => restOf(messages, index, durationSeconds));
}

function restOf(messages: readonly TimedMessage[], index: number, durationSeconds: number): number {
  const message = messages[index];
  const next = messages[index + 1];
  const at = message?.atSeconds ?? 0;
  const rest = at + (message?.reaction === undefined ? restSeconds : reactedSeconds);
  const end = next ? next.atSeconds - next.typingSeconds : durationSeconds;
  return Math.max(at, Math.min(rest, end - marginSeconds));
}
