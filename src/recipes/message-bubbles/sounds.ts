import type { SoundEffect } from '#core/model/sound-effects.ts';
import type { TimedMessage } from './script.ts';

/** An item of the canvas with a sound effect: its time, and its position in the file of effects. */
export type HeardEffect = {
  readonly id: string;
  readonly name: string;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly sourceStartSeconds: number;
};

/** The sound effects of a chat. Each message has its own items, so that the user can move or mute them. */
export type MessageSounds = {
  /** The effects of the file that all items play. */
  readonly effects: readonly SoundEffect[];
  readonly pops: readonly HeardEffect[];
  readonly typing: readonly HeardEffect[];
};

const sent: SoundEffect = { kind: 'sent', startSeconds: 0, durationSeconds: 0.3 };
const received: SoundEffect = { kind: 'received', startSeconds: 0.4, durationSeconds: 0.6 };
const typingStartSeconds = 1.1;
/** The positions in the typing recording at which messages start, so that they differ audibly. */
const [typingStepSeconds, typingPlaces] = [0.43, 5];
/** The minimum duration of an audible effect. */
const minSeconds = 0.05;

/** Returns the sound effects of a chat with this duration. */
export function getSounds(messages: readonly TimedMessage[], durationSeconds: number): MessageSounds {
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

/** Trims the items of one track: each ends at the start of the next one, or at the end of the video. */
function withoutOverlap(items: readonly HeardEffect[], durationSeconds: number): HeardEffect[] {
  const order = items.toSorted((one, other) => one.startSeconds - other.startSeconds);
  return order
    .map((item, index) => {
      const end = Math.min(durationSeconds, order[index + 1]?.startSeconds ?? durationSeconds);
      return { ...item, durationSeconds: Math.min(item.durationSeconds, end - item.startSeconds) };
    })
    .filter((item) => item.durationSeconds >= minSeconds);
}
