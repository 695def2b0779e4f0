import { rate } from './noises.ts';
import type { Span, Talk } from './talk.ts';
import { getDuration } from '#core/lib/time.ts';

/** The accuracy of found silences. */
export type Score = {
  readonly inserted: number;
  readonly found: number;
  /** Found silences with both edges at most 50 ms off. */
  readonly exact: number;
  /** Spans that are not a silence. */
  readonly wrong: number;
  /** The share of the talk's energy that would be removed. */
  readonly lostEnergy: number;
};

/** The minimum share that a span and a silence must have in common, of what the two cover. */
const minOverlap = 0.75;
const edgeSeconds = 0.05;

export function scoreSpans({ clean, silences, pauses }: Talk, spans: readonly Span[]): Score {
  const matches = silences.map((silence) => spans.find((span) => getOverlap(silence, span) >= minOverlap));
  const isExact = (silence: Span, span: Span | undefined): boolean =>
    span !== undefined &&
    Math.abs(span.startSeconds - silence.startSeconds) <= edgeSeconds &&
    Math.abs(span.endSeconds - silence.endSeconds) <= edgeSeconds;
  const isWrong = (span: Span): boolean =>
    !matches.includes(span) && !pauses.some((pause) => sharedSeconds(pause, span) > 0.5 * getDuration(span));
  const whole = measureEnergy(clean, 0, clean.length);
  const lost = spans.reduce(
    (sum, one) => sum + measureEnergy(clean, one.startSeconds * rate, one.endSeconds * rate),
    0,
  );
  return {
    inserted: silences.length,
    found: matches.filter(Boolean).length,
    exact: silences.filter((silence, index) => isExact(silence, matches[index])).length,
    wrong: spans.filter(isWrong).length,
    lostEnergy: lost / whole,
  };
}

export const getF1 = ({ inserted, found, wrong }: Score): number => (2 * found) / (inserted + found + wrong);

export const addScores = (scores: readonly Score[]): Score => ({
  inserted: sum(scores, ({ inserted }) => inserted),
  found: sum(scores, ({ found }) => found),
  exact: sum(scores, ({ exact }) => exact),
  wrong: sum(scores, ({ wrong }) => wrong),
  lostEnergy: Math.max(...scores.map(({ lostEnergy }) => lostEnergy)),
});

const sum = (scores: readonly Score[], pick: (score: Score) => number): number =>
  scores.reduce((total, score) => total + pick(score), 0);

const sharedSeconds = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds));

function getOverlap(one: Span, other: Span): number {
  const shared = sharedSeconds(one, other);
  return shared / (getDuration(one) + getDuration(other) - shared);
}

function measureEnergy(samples: Float32Array, from: number, to: number): number {
  let energy = 0;
  for (let at = Math.max(0, Math.round(from)); at < Math.min(samples.length, Math.round(to)); at += 1) {
    energy += (samples[at] ?? 0) ** 2;
  }
  return energy;
}
