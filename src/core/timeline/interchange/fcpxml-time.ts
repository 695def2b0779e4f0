import { toFrames } from '../frames.ts';
import { toRationalRate } from './frame-rate.ts';

/** Times as FCPXML wants them: whole frames of a rate, as fractions of seconds. */
export type Clock = {
  readonly frameDuration: string;
  /** The nearest start of a frame. */
  readonly toTime: (seconds: number) => string;
  /** A length, which is never nothing. */
  readonly toDuration: (seconds: number) => string;
};

/** The clock of a rate, in frames per second. */
export function createClock(frameRate: number): Clock {
  const { frames, seconds } = toRationalRate(frameRate);
  const write = (count: number): string => {
    const ticks = count * seconds;
    return ticks % frames === 0 ? `${ticks / frames}s` : `${ticks}/${frames}s`;
  };
  return {
    frameDuration: `${seconds}/${frames}s`,
    toTime: (time) => write(toFrames(time, frames / seconds)),
    toDuration: (time) => write(Math.max(1, toFrames(time, frames / seconds))),
  };
}
