import { defaultRate, defaultSeconds, type Recipe } from './kit.ts';
import { listBeeps } from './marks.ts';
import type { Expected } from './judge.ts';
import type { Shown } from './measure.ts';

/** A file of the matrix, and the expected result of the product. */
export type Cell = {
  /** Unique, with the extension of the container for ffmpeg. */
  readonly id: string;
  readonly group: 'Codecs and containers' | 'Audio files' | 'Streams' | 'Timing';
  /** The unusual property of the file. */
  readonly about?: string;
  readonly recipe: Recipe;
  readonly expected: Expected;
  /** Whether it is a part of `npm test` too. */
  readonly isShort?: true;
  /** The reason if native ffmpeg reads the file wrongly. Then only the generator defines the truth. */
  readonly nativeIsWrong?: string;
  /** A refusal is also right if its message matches. */
  readonly refusal?: RegExp;
  /** The reason why the cell is red, until that is fixed. */
  readonly knownRed?: string;
};

/** The frames of a signal with a constant frame rate. */
export const steadyPictures = (frameRate: number, seconds: number, startSeconds = 0): Shown[] =>
  Array.from({ length: Math.round(frameRate * seconds) }, (_, number) => ({
    number,
    atSeconds: startSeconds + number / frameRate,
  }));

/** The expected result for the signal in an ordinary file. */
export function plainVideo({ seconds = defaultSeconds, frameRate = defaultRate, hasSound = true } = {}): Expected {
  return {
    seconds,
    frameRate,
    pictures: steadyPictures(frameRate, seconds),
    beeps: hasSound ? listBeeps(seconds) : [],
    sound: hasSound ? [[0, seconds]] : [],
  };
}

export const plainSound = (seconds = defaultSeconds): Expected => ({
  seconds,
  frameRate: null,
  pictures: [],
  beeps: listBeeps(seconds),
  sound: [[0, seconds]],
});
