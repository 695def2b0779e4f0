import type { TimeRange } from '../geometry.ts';
import { formatTime } from '../../time-notation.ts';

/** The division of a ruler: labels `stepSeconds` apart, each step in `parts` of equal length. */
export type RulerSteps = { readonly stepSeconds: number; readonly parts: number };

/** The min distances between labels, and between small ticks. Pixels. */
const labelWidth = 84;
const tickWidth = 7;

/** Steps in whole seconds, each with its possible numbers of parts. */
const steps: readonly (readonly [number, readonly number[]])[] = [
  [1, [10, 5, 2]],
  [2, [10, 4, 2]],
  [5, [10, 5]],
  [10, [10, 5, 2]],
  [15, [15, 3]],
  [30, [6, 3]],
  [60, [12, 6, 4]],
  [120, [12, 4, 2]],
  [300, [10, 5]],
  [600, [10, 5, 2]],
  [1800, [6, 3]],
  [3600, [12, 6, 4]],
  [7200, [8, 4, 2]],
];

/** Returns the finest readable division at a zoom. */
export function rulerSteps(pixelsPerSecond: number, frameRate: number): RulerSteps {
  // Whole seconds are labeled, so that each second is divided in the same way.
  const rate = Math.round(frameRate);
  const frames = [1, 2, 3, 5, 6, 10, 12, 15].filter((count) => count < rate && rate % count === 0);
  const choices: (readonly [number, readonly number[]])[] = [
    ...frames.map((count) => [count / frameRate, [count, count / 2, count / 3].filter(Number.isInteger)] as const),
    ...steps,
  ];
  const [stepSeconds, parts] = choices.find(([seconds]) => seconds * pixelsPerSecond >= labelWidth) ?? [14_400, [4]];
  const readable = parts.find((count) => (stepSeconds * pixelsPerSecond) / count >= tickWidth);
  return { stepSeconds, parts: readable ?? 1 };
}

/** Returns the labels of a range with their times. */
export function rulerLabels(
  { stepSeconds }: RulerSteps,
  { fromSeconds, toSeconds }: TimeRange,
  frameRate: number,
): { readonly atSeconds: number; readonly text: string }[] {
  const first = Math.floor(fromSeconds / stepSeconds);
  const count = Math.max(0, Math.ceil(toSeconds / stepSeconds) - first);
  return Array.from({ length: count }, (_, index) => {
    const atSeconds = (first + index) * stepSeconds;
    const time = formatTime(atSeconds, frameRate);
    return { atSeconds, text: stepSeconds < 1 ? time : time.replace(/\.\d+$/, '') };
  });
}
