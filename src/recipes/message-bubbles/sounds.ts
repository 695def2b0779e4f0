import type { SoundEffect } from '#core/sound-effects.ts';
import type { TimedMessage } from './script.ts';

/** A sound item of the canvas: when it is heard, and where it is in the file of effects. */
export type HeardEffect = {
  readonly id: string;
  readonly name: string;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly sourceStartSeconds: number;
};

/** What of a chat is heard. Each message is an item, so that a person can move or silence it. */
export type MessageSounds = {
  /** The file of which all items are parts. */
  readonly effects: readonly SoundEffect[];
  readonly pops: readonly HeardEffect[];
  readonly typing: readonly HeardEffect[];
};

const sent: SoundEffect = { kind: 'sent', startSeconds: 0, durationSeconds: 0.3 };
const received: SoundEffect = { kind: 'received', startSeconds: 0.4, durationSeconds: 0.6 };
const typingStartSeconds = 1.1;
/** Each message is typed at another place of the recording, so that no two sound alike. */
const [typingStepSeconds, typingPlaces] = [0.43, 5];
/** What is shorter is not heard as a sound. */
const leastSeconds = 0.05;

/** The pops and the keys of a chat that lasts so long. */
export function soundsOf(messages: readonly TimedMessage[], durationSeconds: number): MessageSounds {
  const pops = messages.map(({ from, atSeconds }, index) => {
    const effect = from === 'me' ? sent : received;
    const name = from === 'me' ? 'Sent' : 'Received';
    return toItem(`pop-${index + 1}`, name, atSeconds, effect.durationSeconds, effect.startSeconds);
  });
  const typed = messages.flatMap(({ atSeconds, typingSeconds }, index) => {
    const place = typingStartSeconds + (index % typingPlaces) * typingStepSeconds;
    const start = atSeconds - typingSeconds;
    return typingSeconds > 0 ? [toItem(`typing-${index + 1}`, 'Typing', start, typingSeconds, place)] : [];
  });
  const longest = Math.max(0, ...messages.map(({ typingSeconds }) => typingSeconds));
  const keys: SoundEffect = {
    kind: 'typing',
    startSeconds: typingStartSeconds,
    durationSeconds: longest + typingPlaces * typingStepSeconds,
  };
  return {
    effects: [sent, received, ...(longest > 0 ? [keys] : [])],
    pops: withoutOverlap(pops, durationSeconds),
    typing: withoutOverlap(typed, durationSeconds),
  };
}

const toItem = (
  id: string,
  name: string,
  startSeconds: number,
  durationSeconds: number,
  sourceStartSeconds: number,
): HeardEffect => ({ id, name, startSeconds, durationSeconds, sourceStartSeconds });

/** Items of one track: each ends where the next one begins, or the video ends. */
function withoutOverlap(items: readonly HeardEffect[], durationSeconds: number): HeardEffect[] {
  const order = items.toSorted((one, other) => one.startSeconds - other.startSeconds);
  return order
    .map((item, index) => {
      const end = Math.min(durationSeconds, order[index + 1]?.startSeconds ?? durationSeconds);
      return { ...item, durationSeconds: Math.min(item.durationSeconds, end - item.startSeconds) };
    })
    .filter((item) => item.durationSeconds >= leastSeconds);
}
