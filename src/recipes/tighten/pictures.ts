import type { CutPicture } from '#core/analysis/cut-picture.ts';
import type { Cut, CutList } from './cut-list.ts';

/** An image of a proposal to draw, and its file. */
type Wanted<Made> = {
  readonly picture: CutPicture;
  readonly made: Made;
  readonly name: string;
  /** The time of the clip. */
  readonly atSeconds: number;
};

type File = { readonly file: string };

/** Returns the image of the loudness of the whole clip, with its cuts. */
export function getOverview<Made extends File>(list: CutList, made: Made): Wanted<Made> {
  const { cuts, beforeSeconds, afterSeconds, thresholdDb } = list;
  const count = `${cuts.length} ${cuts.length === 1 ? 'cut' : 'cuts'}`;
  return {
    picture: {
      outputFile: made.file,
      captions: ['The whole clip', count, `${toSeconds(beforeSeconds)} become ${toSeconds(afterSeconds)}`],
      frameSeconds: [],
      span: { startSeconds: 0, endSeconds: beforeSeconds },
      cuts,
      thresholdDb,
    },
    made,
    name: 'whole clip.png',
    atSeconds: 0,
  };
}

/** Returns the image of the last frame before a cut and the first one after it, over the loudness. */
export function getPicture<Made extends File>(
  cut: Cut,
  { cuts, beforeSeconds, thresholdDb }: CutList,
  frameRate: number,
  made: Made,
): Wanted<Made> {
  const length = cut.endSeconds - cut.startSeconds;
  const aroundSeconds = Math.max(1, length / 2);
  const half = 0.5 / frameRate;
  const isFirst = cut.startSeconds === 0;
  const isLast = cut.endSeconds >= beforeSeconds;
  return {
    picture: {
      outputFile: made.file,
      captions: [isFirst ? 'Removed' : 'Before', `${toSeconds(length)} of ${cut.kind}`, isLast ? 'Removed' : 'After'],
      frameSeconds: [
        Math.max(0, isFirst ? 0 : cut.startSeconds - half),
        Math.min(beforeSeconds - half, isLast ? beforeSeconds : cut.endSeconds + half),
      ],
      span: {
        startSeconds: Math.max(0, cut.startSeconds - aroundSeconds),
        endSeconds: Math.min(beforeSeconds, cut.endSeconds + aroundSeconds),
      },
      cuts,
      thresholdDb,
    },
    made,
    name: `${cut.id}.png`,
    atSeconds: cut.startSeconds,
  };
}

/** Returns the longest cuts, whose review matters most, in order of time. */
export const picturedCuts = (cuts: readonly Cut[], count: number): Cut[] =>
  cuts
    .toSorted((one, other) => other.endSeconds - other.startSeconds - (one.endSeconds - one.startSeconds))
    .slice(0, count)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);

const toSeconds = (seconds: number): string => `${seconds.toFixed(1)} s`;
