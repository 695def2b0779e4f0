import type { Track } from './document.ts';
import type { Envelope } from './envelope.ts';
import { endOf, inOrder } from './schedule.ts';

/** How far sound is lowered while another is heard: 10 dB. */
const loweredAmplitude = 10 ** (-10 / 20);
const fallSeconds = 0.15;
const holdSeconds = 0.2;
const riseSeconds = 0.5;
/** In a shorter pause there is no time to rise and to fall again. */
const leastPauseSeconds = fallSeconds + holdSeconds + riseSeconds;

/** The amplitude of what lies under a track: lowered where its sound begins, risen again a while after that ends. */
export function duckingUnder(track: Track): Envelope {
  const passages = heardPassages(track);
  if (passages.length === 0) {
    return [{ atSeconds: 0, amplitude: 1 }];
  }
  return passages.flatMap(({ startSeconds, endSeconds }) => [
    { atSeconds: startSeconds - fallSeconds, amplitude: 1 },
    { atSeconds: startSeconds, amplitude: loweredAmplitude },
    { atSeconds: endSeconds + holdSeconds, amplitude: loweredAmplitude },
    { atSeconds: endSeconds + holdSeconds + riseSeconds, amplitude: 1 },
  ]);
}

/** When something of a track is heard, with short pauses left out. */
function heardPassages(track: Track): { startSeconds: number; endSeconds: number }[] {
  const passages: { startSeconds: number; endSeconds: number }[] = [];
  for (const item of track.isMuted ? [] : inOrder(track.items)) {
    if (!('volume' in item) || item.isMuted || item.volume === 0) {
      continue;
    }
    const last = passages.at(-1);
    if (last && item.startSeconds - last.endSeconds < leastPauseSeconds) {
      last.endSeconds = Math.max(last.endSeconds, endOf(item));
    } else {
      passages.push({ startSeconds: item.startSeconds, endSeconds: endOf(item) });
    }
  }
  return passages;
}
