import { formatDecibels, fromDecibels, parseDecibels, toDecibels } from './decibels.ts';
import type { Change } from './edits.ts';
import { addSteps, formatNumber, parseNumber, type NumberFormat } from './parse-number.ts';
import { formatTime, parseTime } from '../../time-notation.ts';

/** How a number is written, read and stepped. */
export type Notation = {
  readonly format: (value: number) => string;
  /** Null for what cannot be read. */
  readonly parse: (text: string) => Change<number> | null;
  /** What so many presses of an arrow key add. */
  readonly add: (steps: number) => Change<number>;
  /** What to type, as the end of a sentence. */
  readonly example: string;
};

const wide = { digits: 1, step: 1, least: -100_000, most: 100_000, scale: 1 } as const;

const asNumber = (format: NumberFormat): Notation => ({
  format: (value) => formatNumber(value, format),
  parse: (text) => parseNumber(text, format),
  add: (steps) => addSteps(steps, format),
  example: 'a number, such as 12, +5 or 100 / 3',
});

/** A number of an own unit within bounds. */
export const inUnit = (unit: string, format: Partial<NumberFormat> = {}): Notation =>
  asNumber({ ...wide, unit, ...format });

export const inPixels = inUnit('px');
export const inLengths = inUnit('px', { least: 0 });
export const inDegrees = inUnit('°', { least: -36_000, most: 36_000 });
/** Of shares from 0 to 1. */
export const inPercent = inUnit('%', { least: 0, most: 1, scale: 100 });
export const inSeconds = inUnit('s', { least: 0, most: 43_200, digits: 2, step: 0.1 });

/** A time or a length of the canvas; an arrow key is one frame. */
export const asTime = (frameRate: number): Notation => ({
  format: (value) => formatTime(value, frameRate),
  parse: (text) => {
    const change = parseTime(text, frameRate);
    return change && ((before) => Math.max(0, change(before)));
  },
  add: (steps) => (before) => Math.max(0, before + steps / frameRate),
  example: 'a time, such as 1:02.5, 12 f or +3',
});

/** The amplitude 10, which is the most that a document takes. */
const mostDecibels = 20;

/** An amplitude as a level; an arrow key is half a decibel. */
export const inDecibels: Notation = {
  format: formatDecibels,
  parse: (text) => {
    const amplitude = parseDecibels(text);
    return amplitude === null ? null : () => Math.min(10, amplitude);
  },
  add: (steps) => (before) => {
    // From silence the way leads up from the lowest level that is told from it.
    const from = Math.max(-60, toDecibels(before));
    const to = Math.min(mostDecibels, from + steps / 2);
    return to <= -60 ? 0 : fromDecibels(to);
  },
  example: 'a level, such as -6 or -inf',
};
