import { defaultRate, defaultSeconds, type Recipe } from './kit.ts';
import { listBeeps } from './marks.ts';
import type { Expected } from './judge.ts';
import type { Shown } from './measure.ts';

/** A file of the matrix, and what the product must make of it. */
export type Cell = {
  /** Unique, with the extension that ffmpeg knows the container by. */
  readonly id: string;
  readonly group: 'Codecs and containers' | 'Audio files' | 'Streams' | 'Timing';
  /** What is unusual about it. */
  readonly about?: string;
  readonly recipe: Recipe;
  readonly expected: Expected;
  /** A part of `npm test` too. */
  readonly isShort?: true;
  /** Where native ffmpeg reads the file wrongly: the reason. The truth is then that of the generator alone. */
  readonly nativeIsWrong?: string;
  /** A refusal is right as well when its message matches. */
  readonly refusal?: RegExp;
  /** Why the cell is red, until that is fixed. */
  readonly knownRed?: string;
};

/** The pictures of a signal of a constant frame rate. */
export const steadyPictures = (frameRate: number, seconds: number, startSeconds = 0): Shown[] =>
  Array.from({ length: Math.round(frameRate * seconds) }, (_, number) => ({
    number,
    atSeconds: startSeconds + number / frameRate,
  }));

/** What the signal must become when nothing about the file is unusual. */
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
