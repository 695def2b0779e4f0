import { toFrames } from '../frames.ts';
import { toRationalRate } from './frame-rate.ts';

/** Converts times to the form that FCPXML requires: whole frames, written as fractions of seconds. */
export type Clock = {
  readonly frameDuration: string;
  /** Returns the index of the frame that starts nearest to a time in seconds. */
  readonly countFrames: (seconds: number) => number;
  readonly write: (frames: number) => string;
};

/** Creates the clock of a frame rate. Frames are counted with the given number: 29.97 is not distinguished from 30000/1001. */
export function createClock(frameRate: number): Clock {
  const { frames, seconds } = toRationalRate(frameRate);
  return {
    frameDuration: `${seconds}/${frames}s`,
    countFrames: (time) => toFrames(time, frameRate),
    write: (count) => {
      const ticks = count * seconds;
      return ticks % frames === 0 ? `${ticks / frames}s` : `${ticks}/${frames}s`;
    },
  };
}
