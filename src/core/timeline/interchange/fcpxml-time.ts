import { toFrames } from '../frames.ts';
import { toRationalRate } from './frame-rate.ts';

/** Times as FCPXML wants them: whole frames of a rate, written as fractions of seconds. */
export type Clock = {
  readonly frameDuration: string;
  /** The index of the frame that starts nearest to a time in seconds. */
  readonly framesOf: (seconds: number) => number;
  readonly write: (frames: number) => string;
};

/** The clock of a rate in frames per second. Frames are counted by the number itself: 29.97 is not told from 30000/1001. */
export function createClock(frameRate: number): Clock {
  const { frames, seconds } = toRationalRate(frameRate);
  return {
    frameDuration: `${seconds}/${frames}s`,
    framesOf: (time) => toFrames(time, frameRate),
    write: (count) => {
      const ticks = count * seconds;
      return ticks % frames === 0 ? `${ticks / frames}s` : `${ticks}/${frames}s`;
    },
  };
}
