import type { InputOf } from '#core/protocol/operation.ts';
import type { textBehind } from './recipe.ts';

/** The case and the motion of letters; without zod, because pages use it too. */

type Motions = Pick<InputOf<typeof textBehind>, 'entrance' | 'exit'>;
type Case = InputOf<typeof textBehind>['case'];

const entranceSeconds = 0.9;
const exitSeconds = 0.6;
/** The maximum share of a motion in the window. */
const motionShare = 0.25;

/** Returns the durations of entrance and exit in a window of this duration. */
export const motionSeconds = ({ entrance, exit }: Motions, windowSeconds: number) => ({
  entrance: entrance === 'none' ? 0 : Math.min(entranceSeconds, motionShare * windowSeconds),
  exit: exit === 'none' ? 0 : Math.min(exitSeconds, motionShare * windowSeconds),
});

/** Returns the fields of an item with these motions. */
export function getMotions(style: Motions, windowSeconds: number) {
  const seconds = motionSeconds(style, windowSeconds);
  const { entrance, exit } = style;
  return {
    ...(entrance !== 'none' && { entrance: { type: entrance, durationSeconds: seconds.entrance } }),
    ...(exit !== 'none' && { exit: { type: exit, durationSeconds: seconds.exit } }),
  };
}

/** Scripts with marks above and below their letters, which need more line height than capitals. */
const highScripts =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Returns the line height in multiples of the font size. */
export const getLineHeight = (text: string): number => (highScripts.test(text) ? 1.4 : 1.08);

const words = /\p{L}[\p{L}\p{M}\p{N}'’]*/gu;

/** Converts a text to a case. */
export function toCase(text: string, wanted: Case): string {
  if (wanted === 'upper') {
    return text.toUpperCase();
  }
  const small = wanted === 'none' ? text : text.toLowerCase();
  return wanted === 'title'
    ? small.replaceAll(words, (word) => word.replace(/^./u, (letter) => letter.toUpperCase()))
    : small;
}
