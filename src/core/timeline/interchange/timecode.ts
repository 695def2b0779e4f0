import { toRationalRate } from './frame-rate.ts';

/** The timecode format of a frame rate. */
export type Timecode = {
  /** The number of frames that a second of timecode counts. */
  readonly base: number;
  /** Whether numbers are dropped, so that timecode matches the clock: at 29.97 and 59.94 frames/s. */
  readonly isDropFrame: boolean;
};

/** Returns the usual timecode of a frame rate. */
export function getTimecode(frameRate: number): Timecode {
  const { frames, seconds } = toRationalRate(frameRate);
  const base = Math.ceil(frames / seconds);
  return { base, isDropFrame: seconds === 1001 && base % 30 === 0 };
}

/** Formats a frame count as HH:MM:SS:FF, with a semicolon before the frames in drop-frame timecode. */
export function toTimecode(frames: number, { base, isDropFrame }: Timecode): string {
  const number = isDropFrame ? frames + droppedBefore(frames, base) : frames;
  const seconds = Math.floor(number / base);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
  return `${parts.join(':')}${isDropFrame ? ';' : ':'}${twoDigits(number % base)}`;
}

/** Returns how many numbers were dropped: the first ones of every minute except each tenth, two of 30 and four of 60. */
function droppedBefore(frames: number, base: number): number {
  const dropped = base / 15;
  const tenMinutes = base * 600 - dropped * 9;
  const minute = base * 60 - dropped;
  const tens = Math.floor(frames / tenMinutes);
  const rest = frames % tenMinutes;
  const minutes = rest < base * 60 ? 0 : Math.floor((rest - base * 60) / minute) + 1;
  return dropped * (9 * tens + minutes);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
