import type { Track } from './document.ts';
import type { Envelope } from './envelope.ts';
import { getEnd, inOrder } from './schedule.ts';

/** The amplitude of ducked audio: 10 dB lower. */
const loweredAmplitude = 10 ** (-10 / 20);
const fallSeconds = 0.15;
const holdSeconds = 0.2;
const riseSeconds = 0.5;
/** The minimum pause in which the volume can rise and fall again. */
const minPauseSeconds = fallSeconds + holdSeconds + riseSeconds;

/** Returns the amplitude of audio that ducks under a track: lowered where its audio starts, and raised a while after it ends. */
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

/** Returns the spans in which a track is audible, without short pauses. */
function heardPassages(track: Track): { startSeconds: number; endSeconds: number }[] {
  const passages: { startSeconds: number; endSeconds: number }[] = [];
  for (const item of track.isMuted ? [] : inOrder(track.items)) {
    if (!('volume' in item) || item.isMuted || item.volume === 0) {
      continue;
    }
    const last = passages.at(-1);
    if (last && item.startSeconds - last.endSeconds < minPauseSeconds) {
      last.endSeconds = Math.max(last.endSeconds, getEnd(item));
    } else {
      passages.push({ startSeconds: item.startSeconds, endSeconds: getEnd(item) });
    }
  }
  return passages;
}
