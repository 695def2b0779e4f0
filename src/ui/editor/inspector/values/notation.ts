import { formatDecibels, fromDecibels, parseDecibels, toDecibels } from './decibels.ts';
import type { Change } from './edits.ts';
import { addSteps, formatNumber, parseNumber, type NumberFormat } from './parse-number.ts';
import { formatTime, parseTime } from '../../time-notation.ts';

/** Formats, parses and steps a number. */
export type Notation = {
  readonly format: (value: number) => string;
  /** Returns null for invalid text. */
  readonly parse: (text: string) => Change<number> | null;
  /** Returns the change by a number of presses of an arrow key. */
  readonly add: (steps: number) => Change<number>;
  /** An example of valid text, as the end of a sentence. */
  readonly example: string;
};

const wide = { digits: 1, step: 1, least: -100_000, most: 100_000, scale: 1 } as const;

const asNumber = (format: NumberFormat): Notation => ({
  format: (value) => formatNumber(value, format),
  parse: (text) => parseNumber(text, format),
  add: (steps) => addSteps(steps, format),
  example: 'a number, such as 12, +5 or 100 / 3',
});

/** Creates the notation of a number with a unit and bounds. */
export const inUnit = (unit: string, format: Partial<NumberFormat> = {}): Notation =>
  asNumber({ ...wide, unit, ...format });

export const inPixels = inUnit('px');
export const inLengths = inUnit('px', { least: 0 });
export const inDegrees = inUnit('°', { least: -36_000, most: 36_000 });
/** The notation of shares from 0 to 1. */
export const inPercent = inUnit('%', { least: 0, most: 1, scale: 100 });
export const inSeconds = inUnit('s', { least: 0, most: 43_200, digits: 2, step: 0.1 });

/** Creates the notation of a time or a duration; an arrow key steps by one frame. */
export const asTime = (frameRate: number): Notation => ({
  format: (value) => formatTime(value, frameRate),
  parse: (text) => {
    const change = parseTime(text, frameRate);
    return change && ((before) => Math.max(0, change(before)));
  },
  add: (steps) => (before) => Math.max(0, before + steps / frameRate),
  example: 'a time, such as 1:02.5, 12 f or +3',
});

/** The level of the amplitude 10, the max of a document. */
const maxDecibels = 20;

/** The notation of an amplitude as a level; an arrow key steps by half a decibel. */
export const inDecibels: Notation = {
  format: formatDecibels,
  parse: (text) => {
    const amplitude = parseDecibels(text);
    return amplitude === null ? null : () => Math.min(10, amplitude);
  },
  add: (steps) => (before) => {
    // From silence, steps start at the lowest level above it.
    const from = Math.max(-60, toDecibels(before));
    const to = Math.min(maxDecibels, from + steps / 2);
    return to <= -60 ? 0 : fromDecibels(to);
  },
  example: 'a level, such as -6 or -inf',
};
