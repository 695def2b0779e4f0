import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';

type Covered = Pick<TextPlacement, 'coveredShare' | 'doubtfulShare' | 'shownShare'>;

/** With less behind the subject at any time, text looks as if it lay before it. */
const hardlyShare = 0.05;

/** What is to be said of a place that was found. */
export const describeFound = (placement: Covered): string[] => {
  const { most } = placement.coveredShare;
  return most < hardlyShare
    ? [
        `At most ${toPercent(most)} of the letters are behind the subject, so that they seem to lie before it; another subject, quality or model may find more of it.`,
      ]
    : describeDoubt(placement);
};

/** What is to be said of a place that somebody has chosen before they look at it. */
export function describeKept(placement: Covered): string[] {
  const { most } = placement.coveredShare;
  return [
    ...(most >= 0.4 ? [`The subject covers up to ${toPercent(most)} of the letters where they are.`] : []),
    ...describeDoubt(placement),
    ...describeOutside(placement),
  ];
}

/** What an edit has come to, as a proposal says it only of what was proposed. */
export function describeEdited(placement: Covered): string[] {
  const { least, mean, most } = placement.coveredShare;
  return [
    `As it was edited, ${toPercent(least)} to ${toPercent(most)} of the letters are behind the subject, ${toPercent(mean)} on average.`,
    ...describeDoubt(placement),
    ...describeOutside(placement),
  ];
}

const describeDoubt = ({ doubtfulShare: share }: Covered): string[] =>
  share >= doubtfulFrom
    ? [
        `The subject is not told well from the background: ${toPercent(share)} of it is half transparent before the letters. Look at the pictures; another place, a shorter window, or another subject, quality or model may be better.`,
      ]
    : [];

const describeOutside = ({ shownShare }: Covered): string[] =>
  shownShare < 0.99 ? [`${toPercent(1 - shownShare)} of the letters lie outside the picture.`] : [];

const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
