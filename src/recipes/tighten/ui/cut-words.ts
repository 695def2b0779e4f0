import { toTimecode } from '#ui/kit/format.ts';
import type { ShownCut } from './cut-draft.ts';

/** Describes a cut: `0.72 s of silence`. */
export const toWhat = ({ startSeconds, endSeconds, kind }: ShownCut): string =>
  `${toSeconds(endSeconds - startSeconds)} of ${kind}`;

/** Returns the accessible name of a cut: `Cut 3 of 20, from 0:12.40 to 0:13.12, 0.72 s of silence`. */
export const toName = (cut: ShownCut, index: number, count: number): string =>
  `Cut ${index + 1} of ${count}, from ${toTimecode(cut.startSeconds)} to ${toTimecode(cut.endSeconds)}, ${toWhat(cut)}${
    cut.isLeftWhole ? ', kept in full' : ''
  }`;

export const toSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
