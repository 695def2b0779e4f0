import { flicker, iou, mean, meanAbsoluteDifference } from '#test/support/matte-metrics.ts';
import type { Size } from '#core/lib/size.ts';
import type { Scene } from './scenes.ts';

/** One frame of a result: straight RGBA. */
export type Result = Uint8Array;

/** The errors of a scene's result: 0 is perfect, except for `iou`, where 1 is. */
export type Score = {
  readonly iou: number;
  /** Mean absolute difference of alpha, times 1000. */
  readonly mad: number;
  /** dtSSD times 100. */
  readonly flicker: number;
  /** The error of alpha's gradients: their mean squared difference, 0..1 a pixel, times 10,000. */
  readonly gradient: number;
  /** The color error where 0.05 < alpha < 0.95, in levels, weighted with alpha. */
  readonly colour: number | null;
  /** The visible error in that band, in levels, over black, white and green. */
  readonly black: number | null;
  readonly white: number | null;
  readonly green: number | null;
  /** Remaining alpha in the ring of 8 pixels around the subject, times 1000: visible old background. */
  readonly ring: number;
};

const ringPixels = 8;
/** Alpha above this belongs to the subject. */
const minShare = 12;

export function scoreScene({ moments, width, height }: Scene, results: readonly Result[]): Score {
  const alphas = results.map((rgba) => Uint8Array.from({ length: width * height }, (_, at) => rgba[4 * at + 3] ?? 0));
  const truths = moments.map((moment) => moment.alpha);
  const each = (judge: (at: number) => number): number => mean(results.map((_, at) => judge(at)));
  const pair = (at: number) => [alphas[at] ?? new Uint8Array(), truths[at] ?? new Uint8Array()] as const;
  const hasColour = moments.every((moment) => moment.foreground);
  const over = (background: readonly number[]): number | null =>
    hasColour ? each((at) => seenError(results[at], moments[at]?.foreground, truths[at], background)) : null;
  return {
    iou: each((at) => iou(...pair(at))),
    mad: each((at) => meanAbsoluteDifference(...pair(at))),
    flicker: flicker(alphas, truths),
    gradient: each((at) => gradientError(...pair(at), width)),
    colour: hasColour ? each((at) => colourError(results[at], moments[at]?.foreground, truths[at])) : null,
    black: over([0, 0, 0]),
    white: over([255, 255, 255]),
    green: over([0, 177, 64]),
    ring: each((at) => ringAlpha(...pair(at), width, height)),
  };
}

const isBand = (alpha: number): boolean => alpha > minShare && alpha < 243;

type Bytes = Uint8Array | null | undefined;

function colourError(result: Bytes, foreground: Bytes, truth: Bytes): number {
  let sum = 0;
  let weight = 0;
  truth?.forEach((alpha, at) => {
    if (isBand(alpha)) {
      sum += (alpha * distance(at, (i) => (result?.[i] ?? 0) - (foreground?.[i] ?? 0))) / 255;
      weight += alpha / 255;
    }
  });
  return sum / Math.max(weight, 1);
}

function seenError(result: Bytes, foreground: Bytes, truth: Bytes, background: readonly number[]): number {
  let sum = 0;
  let count = 0;
  truth?.forEach((alpha, at) => {
    if (isBand(alpha)) {
      const own = (result?.[4 * at + 3] ?? 0) / 255;
      const share = alpha / 255;
      sum += distance(at, (i) => {
        const behind = background[i % 4] ?? 0;
        return own * ((result?.[i] ?? 0) - behind) - share * ((foreground?.[i] ?? 0) - behind);
      });
      count += 1;
    }
  });
  return sum / Math.max(count, 1);
}

/** Returns the mean absolute difference over the three channels of a pixel. */
function distance(at: number, difference: (index: number) => number): number {
  return (Math.abs(difference(4 * at)) + Math.abs(difference(4 * at + 1)) + Math.abs(difference(4 * at + 2))) / 3;
}

function gradientError(alpha: Uint8Array, truth: Uint8Array, width: number): number {
  const slope = (plane: Uint8Array, at: number): [number, number] => [
    ((plane[at + 1] ?? 0) - (plane[at - 1] ?? 0)) / 510,
    ((plane[at + width] ?? 0) - (plane[at - width] ?? 0)) / 510,
  ];
  let sum = 0;
  for (let at = width; at < alpha.length - width; at += 1) {
    const [across, down] = slope(alpha, at);
    const [trueAcross, trueDown] = slope(truth, at);
    sum += (across - trueAcross) ** 2 + (down - trueDown) ** 2;
  }
  return (sum / alpha.length) * 10_000;
}

function ringAlpha(alpha: Uint8Array, truth: Uint8Array, width: number, height: number): number {
  const isNear = findNear(truth, { width, height }, ringPixels);
  let sum = 0;
  let count = 0;
  truth.forEach((share, at) => {
    if (isNear[at] && share <= minShare) {
      sum += alpha[at] ?? 0;
      count += 1;
    }
  });
  return ((sum / Math.max(count, 1)) * 1000) / 255;
}

/** Marks the subject, and all pixels within this distance of it. */
export function findNear(truth: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const isSubject = Uint8Array.from(truth, (value) => (value > minShare ? 1 : 0));
  return grow(grow(isSubject, [width, height, 1], reach), [height, width, width], reach);
}

type Walk = readonly [length: number, lines: number, step: number];

/** Marks all pixels within `reach` along lines whose pixels are `step` apart. */
function grow(marks: Uint8Array, [length, lines, step]: Walk, reach: number): Uint8Array {
  const target = new Uint8Array(marks.length);
  const lineStep = step === 1 ? length : 1;
  for (let line = 0; line < lines; line += 1) {
    for (let at = 0; at < length; at += 1) {
      if (marks[line * lineStep + at * step]) {
        const end = Math.min(length, at + reach + 1);
        for (let near = Math.max(0, at - reach); near < end; near += 1) {
          target[line * lineStep + near * step] = 1;
        }
      }
    }
  }
  return target;
}
