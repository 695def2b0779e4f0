import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';

type Covered = Pick<TextPlacement, 'coveredShare' | 'doubtfulShare' | 'shownShare'>;

/** The minimum covered share: with less at all times, text looks as if it were in front of the subject. */
const hardlyShare = 0.05;

/** Returns the warnings for a position that was found automatically. */
export const describeFound = (placement: Covered): string[] => {
  const { most } = placement.coveredShare;
  return most < hardlyShare
    ? [
        `At most ${toPercent(most)} of the letters are behind the subject, so they seem to be in front of it. Try another subject, quality or model to cut out more of it.`,
      ]
    : describeDoubt(placement);
};

/** Returns the warnings for a position that the input gives. */
export function describeKept(placement: Covered): string[] {
  const { most } = placement.coveredShare;
  return [
    ...(most >= 0.4 ? [`The subject covers up to ${toPercent(most)} of the letters.`] : []),
    ...describeDoubt(placement),
    ...describeOutside(placement),
  ];
}

/** Describes the effect of an edit, because a proposal only describes the proposed placement. */
export function describeEdited(placement: Covered): string[] {
  const { least, mean, most } = placement.coveredShare;
  return [
    `After your edit, ${toPercent(least)} to ${toPercent(most)} of the letters are behind the subject, ${toPercent(mean)} on average.`,
    ...describeDoubt(placement),
    ...describeOutside(placement),
  ];
}

const describeDoubt = ({ doubtfulShare: share }: Covered): string[] =>
  share >= doubtfulFrom
    ? [
        `The subject is hard to separate from the background: ${toPercent(share)} of it is half transparent in front of the letters. Check the previews; another position, a shorter window, or another subject, quality or model may be better.`,
      ]
    : [];

const describeOutside = ({ shownShare }: Covered): string[] =>
  shownShare < 0.99 ? [`${toPercent(1 - shownShare)} of the letters are outside of the frame.`] : [];

const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
