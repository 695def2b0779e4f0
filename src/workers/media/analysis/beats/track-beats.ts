import { curveRate } from './onset-curves.ts';

/** The cost of an early or late beat, in deviations of the onset curve, for the square of the deviation in octaves. */
const tightness = 260;

/**
 * Finds the indices of the beats in an onset curve whose deviation is 1, by dynamic programming: each beat should have a strong
 * onset at about one period from the beat before (D. Ellis, "Beat tracking by dynamic programming", 2007). The beats extend to both
 * ends of the curve.
 */
export function trackBeats(onsets: Float32Array, bpm: number): number[] {
  const period = (60 * curveRate) / bpm;
  const scores = new Float32Array(onsets.length);
  const links = new Int32Array(onsets.length).fill(-1);
  const costs = listCosts(period);
  for (let at = 0; at < onsets.length; at++) {
    let best = -Infinity;
    for (const { gap, cost } of costs) {
      const score = (scores[at - gap] ?? 0) - cost;
      if (at >= gap && score > best) {
        best = score;
        links[at] = at - gap;
      }
    }
    // The first beat has no predecessor.
    if (best < 0) {
      best = 0;
      links[at] = -1;
    }
    scores[at] = (onsets[at] ?? 0) + best;
  }
  return extend(follow(links, findLast(scores, period)), period, onsets.length);
}

function listCosts(period: number): { gap: number; cost: number }[] {
  const costs: { gap: number; cost: number }[] = [];
  for (let gap = Math.ceil(period / 2); gap <= 2 * period; gap++) {
    costs.push({ gap, cost: tightness * Math.log2(gap / period) ** 2 });
  }
  return costs;
}

/** Finds the best last beat. It is within the last period, so that the track covers the whole curve. */
function findLast(scores: Float32Array, period: number): number {
  let best = scores.length - 1;
  for (let at = Math.max(0, Math.floor(scores.length - period)); at < scores.length; at++) {
    best = (scores[at] ?? 0) > (scores[best] ?? 0) ? at : best;
  }
  return best;
}

function follow(links: Int32Array, last: number): number[] {
  const places: number[] = [];
  for (let at = last; at >= 0; at = links[at] ?? -1) {
    places.push(at);
  }
  return places.toReversed();
}

/** Adds beats at the same distance before the first and after the last beat, within the curve. */
function extend(places: readonly number[], period: number, length: number): number[] {
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const before = Array.from({ length: Math.floor(first / period) }, (_, at) => first - (at + 1) * period).toReversed();
  const after = Array.from(
    { length: Math.max(0, Math.floor((length - 1 - last) / period)) },
    (_, at) => last + (at + 1) * period,
  );
  return [...before, ...places, ...after];
}
