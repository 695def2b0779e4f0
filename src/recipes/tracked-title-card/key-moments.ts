import type { TrackPoint } from '#core/analysis/track.ts';
import type { TimeRange } from '../input.ts';
import { enterSeconds, leaveSeconds, type Spell } from './spells.ts';
import { getDuration } from '#core/lib/time.ts';

/** The maximum number of preview images of a proposal, and their minimum distance. */
const maxPictures = 6;
const apartSeconds = 0.25;

/**
 * Returns the times that matter for a review: when the card has entered, the middle, before it exits, where the track has the
 * lowest confidence, and where the target is lost.
 */
export function keyMoments(path: readonly TrackPoint[], window: TimeRange, spells: readonly Spell[]): number[] {
  const inside = path.filter(
    ({ atSeconds }) => atSeconds >= window.startSeconds - 1e-3 && atSeconds < window.endSeconds,
  );
  const longest = spells.toSorted((one, other) => getDuration(other) - getDuration(one))[0] ?? window;
  const doubtful = inside
    .filter(({ state }) => state === 'tracked')
    .toSorted((one, other) => one.confidence - other.confidence)[0];
  const losses = inside.filter(({ state }, at) => state === 'lost' && inside[at - 1]?.state !== 'lost');
  const wanted = [
    longest.startSeconds + enterSeconds + 0.05,
    ...losses.slice(0, 2).map(({ atSeconds }) => atSeconds),
    (longest.startSeconds + longest.endSeconds) / 2,
    longest.endSeconds - leaveSeconds - 0.1,
    ...(doubtful && doubtful.confidence < 0.6 ? [doubtful.atSeconds] : []),
    ...spells.filter((spell) => spell !== longest).map((spell) => spell.startSeconds + enterSeconds + 0.05),
  ];
  const last = inside.at(-1)?.atSeconds ?? window.endSeconds;
  return wanted
    .map((seconds) => Math.min(last, Math.max(window.startSeconds, seconds)))
    .filter((seconds, at, all) => all.slice(0, at).every((other) => Math.abs(other - seconds) > apartSeconds))
    .slice(0, maxPictures)
    .toSorted((one, other) => one - other);
}
