/** The sample positions of one axis: sample `i` is at position `first + i * step` of the source, in samples. */
export type Axis = {
  readonly count: number;
  readonly first: number;
  readonly step: number;
  /** The used samples of the source, `low` to `high - 1`. */
  readonly low: number;
  readonly high: number;
  /** The standard deviation of a Gaussian blur in samples of the source; 0 for no blur. */
  readonly blur: number;
  /** Samples beyond the source: the last sample repeated, or transparent. */
  readonly beyond: 'repeated' | 'clear';
};

/** The first position of the footprint of each sample, and the weights of `2 * pairs` positions. */
export type Taps = { readonly starts: Int32Array; readonly weights: Int16Array; readonly pairs: number };

/** The weight 1: samples are summed as integers. */
const wholeWeight = 1 << 14;
/** The radius of a Gaussian, in deviations. */
const gaussianReach = 3;

/**
 * Creates taps that enlarge by Catmull-Rom splines. They reduce by the same, stretched, or by exact area averages if the scale is
 * less than half. A position at a sample returns exactly that sample.
 */
export function createTaps(axis: Axis): Taps {
  const filter = chooseFilter(axis);
  const { count, first, step } = axis;
  const reach = Math.max(1, Math.min(axis.high - axis.low, 2 * Math.floor(filter.reach) + 2));
  const starts = new Int32Array(count);
  const weights = new Float64Array(count * reach);
  for (let i = 0; i < count; i++) {
    starts[i] = addTaps(axis, filter, first + i * step, weights.subarray(i * reach, (i + 1) * reach));
  }
  return trim(starts, weights, reach, axis);
}

type Filter = { readonly reach: number; readonly weigh: (distance: number) => number };

function chooseFilter({ step, blur }: Axis): Filter {
  const scale = Math.abs(step);
  if (blur > 0) {
    // The blur is at least as strong as a reduction requires.
    const deviation = Math.max(blur, scale / 2);
    return { reach: gaussianReach * deviation, weigh: (distance) => Math.exp(-0.5 * (distance / deviation) ** 2) };
  }
  if (scale > 2) {
    return {
      reach: scale / 2 + 0.5,
      weigh: (distance) => Math.max(0, Math.min(1, scale / 2 + 0.5 - Math.abs(distance))),
    };
  }
  const stretch = Math.max(1, scale);
  return { reach: 2 * stretch, weigh: (distance) => catmullRom(Math.abs(distance) / stretch) };
}

function catmullRom(distance: number): number {
  if (distance >= 2) {
    return 0;
  }
  return distance < 1
    ? 1 + distance * distance * (1.5 * distance - 2.5)
    : 2 - distance * (4 - distance * (2.5 - 0.5 * distance));
}

/** Adds the weights of one sample, which sum to 1 except for transparent parts. Returns their start. */
function addTaps({ low, high, beyond }: Axis, filter: Filter, at: number, weights: Float64Array): number {
  const from = Math.ceil(at - filter.reach);
  const to = Math.floor(at + filter.reach);
  const start = Math.max(low, Math.min(from, high - weights.length));
  let sum = 0;
  for (let place = from; place <= to; place++) {
    sum += filter.weigh(place - at);
  }
  for (let place = from; place <= to; place++) {
    if (beyond === 'clear' && (place < low || place >= high)) {
      continue;
    }
    const tap = Math.max(low, Math.min(high - 1, place)) - start;
    weights[tap] = (weights[tap] ?? 0) + filter.weigh(place - at) / sum;
  }
  return start;
}

/** Removes unused weights, and rounds the others to integers with the same sum. */
function trim(starts: Int32Array, weights: Float64Array, reach: number, { low, high }: Axis): Taps {
  const whole = new Int16Array(weights.length);
  let longest = 1;
  const begins = new Int32Array(starts.length);
  for (let i = 0; i < starts.length; i++) {
    const at = i * reach;
    quantize(weights.subarray(at, at + reach), whole.subarray(at, at + reach));
    let [begin, end] = [0, reach];
    while (begin < end - 1 && whole[at + begin] === 0) {
      begin++;
    }
    while (end > begin + 1 && whole[at + end - 1] === 0) {
      end--;
    }
    begins[i] = begin;
    longest = Math.max(longest, end - begin);
  }
  const pairs = (longest + 1) >> 1;
  const kept = new Int16Array(starts.length * 2 * pairs);
  for (let i = 0; i < starts.length; i++) {
    // A footprint ends within the source, if that is long enough.
    const start = Math.max(low, Math.min((starts[i] ?? 0) + (begins[i] ?? 0), high - 2 * pairs));
    for (let tap = 0; tap < 2 * pairs; tap++) {
      const from = start + tap - (starts[i] ?? 0);
      kept[i * 2 * pairs + tap] = from >= 0 && from < reach ? (whole[i * reach + from] ?? 0) : 0;
    }
    starts[i] = start;
  }
  return { starts, weights: kept, pairs };
}

function quantize(weights: Float64Array, whole: Int16Array): void {
  let [sum, total, heaviest] = [0, 0, 0];
  for (let tap = 0; tap < weights.length; tap++) {
    const weight = weights[tap] ?? 0;
    total += weight;
    sum += whole[tap] = Math.round(wholeWeight * weight);
    heaviest = weight > (weights[heaviest] ?? 0) ? tap : heaviest;
  }
  whole[heaviest] = (whole[heaviest] ?? 0) + Math.round(wholeWeight * total) - sum;
}
