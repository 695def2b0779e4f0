import { isMono, mapChannels, mixRate, silence, type Stereo } from './stereo.ts';
import { peakReach, raisePeaks } from './true-peak.ts';

/** The look-ahead, within which the gain falls before a peak. */
const aheadFrames = Math.round(0.005 * mixRate);
/** The time in which the gain rises from zero to one after a peak, linearly: a reduction of 6 dB ends after half of it. */
const releaseFrames = Math.round(0.1 * mixRate);
/**
 * A tone above the ceiling has peaks at least every 15 ms, from 33 Hz on. If reductions were needed that often for `sustainFrames`,
 * the gain stays low between peaks and rises slowly: following the waveform would distort bass. Single peaks are not sustained.
 */
const holdFrames = Math.round(0.01 * mixRate);
const sustainFrames = Math.round(0.04 * mixRate);
const slowReleaseFrames = Math.round(0.25 * mixRate);
/** Gain reductions are multiples of this, so their sums are exact and do not depend on where the summation began. */
const quantum = 2 ** -24;
const toStep = (frames: number): number => Math.ceil(1 / frames / quantum) * quantum;
const releaseStep = toStep(releaseFrames);
const slowReleaseStep = toStep(slowReleaseFrames);
/**
 * Gain reductions are averaged over this twice, so that the gain has neither steps nor corners. Both averages fit into the
 * look-ahead.
 */
const smoothFrames = aheadFrames / 2;
/** The past frames that determine whether a reduction is sustained. */
const pastFrames = holdFrames + sustainFrames;
/** The delay of the limiter: the look-ahead, and the frames from which its last true peak is computed. */
const latency = aheadFrames + peakReach;

/** The number of earlier frames that an output frame depends on. */
export const limiterReach = slowReleaseFrames + sustainFrames + holdFrames + aheadFrames + 2 * peakReach;

export type Ceiling = {
  readonly amplitude: number;
  /** Whether peaks between samples count too. */
  readonly isTruePeak: boolean;
};

/**
 * Lowers audio where it exceeds the ceiling, both channels equally, and leaves all other audio unchanged. The output has as many
 * frames as the input.
 */
export async function* limit(blocks: AsyncGenerator<Stereo, void>, ceiling: Ceiling): AsyncGenerator<Stereo, void> {
  const limiter = new Limiter(ceiling);
  for await (const block of blocks) {
    const limited = limiter.push(block);
    if (limited.left.length > 0) {
      yield limited;
    }
  }
  yield limiter.push(silence(latency));
}

class Limiter {
  readonly #ceiling: Ceiling;
  /** Frames that are not output yet. */
  #waiting: Stereo = silence(latency);
  /** The reduction that each frame needs, as a share: of past frames, and of those of the look-ahead. */
  #needs = new Float64Array(pastFrames + aheadFrames);
  #peakCut = 0;
  #sustainedCut = 0;
  readonly #once = new MovingSum(smoothFrames);
  readonly #twice = new MovingSum(smoothFrames);
  /** The first output frames precede the input and are skipped. */
  #toSkip = latency;

  constructor(ceiling: Ceiling) {
    this.#ceiling = ceiling;
  }

  /** Takes frames and returns the same number, except for the delay at the start. */
  push(block: Stereo): Stereo {
    const count = block.left.length;
    const all = join(this.#waiting, block);
    const known = this.#needs.length;
    const needs = new Float64Array(known + count);
    needs.set(this.#needs);
    this.#measure(all, needs.subarray(known));
    const limited = this.#apply(slice(all, 0, count), needs);
    this.#waiting = slice(all, count);
    this.#needs = needs.slice(count);
    const skipped = Math.min(this.#toSkip, count);
    this.#toSkip -= skipped;
    return slice(limited, skipped);
  }

  /** Computes the reductions of the frames whose neighbours have arrived. */
  #measure(all: Stereo, needs: Float64Array): void {
    const { amplitude, isTruePeak } = this.#ceiling;
    const peaks = new Float32Array(needs.length);
    const around = slice(all, aheadFrames - peakReach);
    for (const channel of isMono(all) ? [around.left] : [around.left, around.right]) {
      if (isTruePeak) {
        raisePeaks(channel, amplitude / 2, peaks);
      } else {
        raiseToSamples(channel, peaks);
      }
    }
    for (let i = 0; i < peaks.length; i += 1) {
      const peak = peaks[i] ?? 0;
      if (peak > amplitude) {
        needs[i] = Math.ceil((1 - amplitude / peak) / quantum) * quantum;
      }
    }
  }

  #apply(sound: Stereo, needs: Float64Array): Stereo {
    const isIdle = this.#peakCut === 0 && this.#sustainedCut === 0 && this.#once.isZero && this.#twice.isZero;
    if (isIdle && !needs.some(Boolean)) {
      return sound;
    }
    const count = sound.left.length;
    const sustained = findSustained(needs, count);
    const gains = findHighest(needs.subarray(pastFrames), aheadFrames + 1, count).map((need, i) => {
      this.#peakCut = Math.max(0, this.#peakCut - releaseStep, need);
      this.#sustainedCut = Math.max(0, this.#sustainedCut - slowReleaseStep, sustained[i] ?? 0);
      const cut = Math.max(this.#peakCut, this.#sustainedCut);
      return 1 - this.#twice.push(this.#once.push(cut)) / smoothFrames ** 2;
    });
    return mapChannels(sound, (channel) => channel.map((sample, i) => sample * (gains[i] ?? 1)));
  }
}

/** The exact sum of the last values, which are multiples of the quantum. */
class MovingSum {
  /** The last values, in a ring buffer. */
  readonly #values: Float64Array;
  #at = 0;
  #sum = 0;

  constructor(length: number) {
    this.#values = new Float64Array(length);
  }

  get isZero(): boolean {
    return this.#sum === 0;
  }

  /** Replaces the oldest value by a new one and returns the sum. */
  push(value: number): number {
    this.#sum += value - (this.#values[this.#at] ?? 0);
    this.#values[this.#at] = value;
    this.#at = (this.#at + 1) % this.#values.length;
    return this.#sum;
  }
}

/** Returns the sustained reductions of `count` frames, the first of which is at index `pastFrames` of `needs`. */
function findSustained(needs: Float64Array, count: number): Float64Array {
  const held = findHighest(needs, holdFrames + aheadFrames + 1, count + sustainFrames);
  const lowest = findHighest(
    held.map((cut) => -cut),
    sustainFrames + 1,
    count,
  );
  return lowest.map((cut) => -cut);
}

/** Returns the maximum of the `width` values from each of the first `count` indices on. */
function findHighest(values: Float64Array, width: number, count: number): Float64Array {
  const highest = new Float64Array(count);
  /** Indices of values that no later one exceeds, the highest first. */
  const places: number[] = [];
  let first = 0;
  for (let end = 0; end < count + width - 1; end += 1) {
    const value = values[end] ?? 0;
    while (places.length > first && (values[places.at(-1) ?? 0] ?? 0) <= value) {
      places.pop();
    }
    places.push(end);
    const start = end - width + 1;
    if (start >= 0) {
      while ((places[first] ?? 0) < start) {
        first += 1;
      }
      highest[start] = values[places[first] ?? 0] ?? 0;
    }
  }
  return highest;
}

/** Raises peaks to the levels of the samples. Sample `i` is `samples[peakReach + i]`. */
function raiseToSamples(samples: Float32Array, peaks: Float32Array): void {
  for (let i = 0; i < peaks.length; i += 1) {
    peaks[i] = Math.max(peaks[i] ?? 0, Math.abs(samples[peakReach + i] ?? 0));
  }
}

function join(one: Stereo, other: Stereo): Stereo {
  const both = (a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> => {
    const whole = new Float32Array(a.length + b.length);
    whole.set(a);
    whole.set(b, a.length);
    return whole;
  };
  const left = both(one.left, other.left);
  return { left, right: isMono(one) && isMono(other) ? left : both(one.right, other.right) };
}

/** Returns views, because no code changes samples in place. */
const slice = (sound: Stereo, from: number, to?: number): Stereo =>
  mapChannels(sound, (channel) => channel.subarray(from, to));
