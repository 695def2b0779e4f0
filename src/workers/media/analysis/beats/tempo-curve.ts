import { curveRate } from './onset-curves.ts';
import { fastest, getPrior, slowest } from './tempo.ts';
import { valueAt } from './warp-curves.ts';

/** The tempo is estimated in windows of 7 s, one per second of the music. */
const windowFrames = 7 * curveRate;
const hopFrames = curveRate;
/** The tempi that are tried, each higher than the one before by the share `step`. */
const step = 0.01;
const tempi = Array.from(
  { length: Math.ceil(Math.log(fastest / slowest) / Math.log(1 + step)) + 1 },
  (_, at) => slowest * (1 + step) ** at,
);
/** The maximum change of the tempo per second, in steps, and the cost of the square of each step. */
const maxSteps = 8;
const costOfStep = 0.012;
/** The minimum change, as a share: the beat tracker alone follows smaller changes. */
const minChange = 0.04;

/**
 * Finds the tempo at each value of an onset curve relative to its median, from the path of the strongest tempo through the windows.
 * Null if the tempo hardly changes.
 */
export function findTempoRatios(onsets: Float32Array): Float32Array | null {
  if (onsets.length < 2 * windowFrames) {
    return null;
  }
  const count = Math.floor(onsets.length / hopFrames) + 1;
  const windows = Array.from({ length: count }, (_, index) => listStrengths(onsets, index * hopFrames));
  const path = smooth(findPath(windows).map((state) => Math.log(tempi[state] ?? slowest)));
  const median = path.toSorted((one, other) => one - other)[path.length >> 1] ?? 0;
  if (Math.max(...path) - Math.min(...path) < minChange) {
    return null;
  }
  return Float32Array.from(onsets, (_, at) => Math.exp(valueAt(path, at / hopFrames) - median));
}

/** Computes how well each tempo explains the onsets around an index. */
function listStrengths(onsets: Float32Array, middle: number): Float32Array {
  const from = Math.max(0, Math.min(onsets.length - windowFrames, middle - windowFrames / 2));
  const part = taper(onsets.subarray(from, from + windowFrames), middle - from);
  const longest = Math.ceil((2 * 60 * curveRate) / slowest) + 2;
  const sums = Float32Array.from({ length: longest }, (_, lag) => sumOfProducts(part, lag));
  const power = Math.max(1e-9, sums[0] ?? 0);
  return Float32Array.from(tempi, (bpm) => {
    const period = (60 * curveRate) / bpm;
    return (getPrior(bpm) * (valueAt(sums, period) + valueAt(sums, 2 * period))) / (2 * power);
  });
}

/** Subtracts the mean, and reduces the weight of values with their distance from the middle. */
function taper(values: Float32Array, middle: number): Float32Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const reach = windowFrames / 2;
  return values.map(
    (value, at) => (value - mean) * Math.cos((Math.PI / 2) * Math.min(1, Math.abs(at - middle) / reach)),
  );
}

function sumOfProducts(values: Float32Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at++) {
    sum += (values[at] ?? 0) * (values[at - lag] ?? 0);
  }
  return sum;
}

/** Finds the best sequence of states by dynamic programming. */
function findPath(windows: readonly Float32Array[]): number[] {
  const links: Int16Array[] = [];
  let scores = windows[0] ?? new Float32Array();
  for (const strengths of windows.slice(1)) {
    const link = new Int16Array(strengths.length);
    const last = scores;
    scores = strengths.map((strength, state) => {
      let best = Number.NEGATIVE_INFINITY;
      for (let from = Math.max(0, state - maxSteps); from <= Math.min(last.length - 1, state + maxSteps); from++) {
        const score = (last[from] ?? 0) - costOfStep * (from - state) ** 2;
        if (score > best) {
          best = score;
          link[state] = from;
        }
      }
      return strength + best;
    });
    links.push(link);
  }
  const path = [scores.indexOf(Math.max(...scores))];
  for (const link of links.toReversed()) {
    path.push(link[path.at(-1) ?? 0] ?? 0);
  }
  return path.toReversed();
}

const smooth = (values: readonly number[]): number[] =>
  values.map((value, i) => ((values[i - 1] ?? value) + 2 * value + (values[i + 1] ?? value)) / 4);
