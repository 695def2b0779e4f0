import { isMono, mapChannels, mixRate, silence, type Stereo } from './stereo.ts';
import { peakReach, raisePeaks } from './true-peak.ts';

/** The gain begins to fall so long before what is too loud. */
const aheadFrames = Math.round(0.005 * mixRate);
/** So long it takes to rise again from nothing, in a straight line. */
const releaseFrames = Math.round(0.3 * mixRate);
/** Cuts in gain are multiples of this: their sums are exact, so it does not matter where one began to add up. */
const quantum = 2 ** -24;
const releaseStep = Math.ceil(1 / releaseFrames / quantum) * quantum;
/** Frames that are inside: those ahead, and those that the last of them is judged by. */
const latency = aheadFrames + peakReach;

/** What becomes of a frame depends on no more than so many frames before it. */
export const limiterReach = releaseFrames + aheadFrames + 2 * peakReach;

export type Ceiling = {
  readonly amplitude: number;
  /** Whether peaks between the samples count too. */
  readonly isTruePeak: boolean;
};

/**
 * Turns sound down where it is louder than the ceiling, both channels alike, and leaves all else as it is. As many frames come
 * out as go in.
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
  /** Frames that are not given out yet. */
  #waiting: Stereo = silence(latency);
  /** The cut that each of them needs, as a share, as far as it is known. */
  #needs = new Float64Array(aheadFrames);
  #cut = 0;
  /** The last cuts, in a ring: what is given out is cut by their mean. */
  readonly #recent = new Float64Array(aheadFrames);
  #recentSum = 0;
  #at = 0;
  /** What comes out first was not put in. */
  #toSkip = latency;

  constructor(ceiling: Ceiling) {
    this.#ceiling = ceiling;
  }

  /** Takes frames, and gives as many, but for those that are inside at first. */
  push(block: Stereo): Stereo {
    const count = block.left.length;
    const all = join(this.#waiting, block);
    const needs = new Float64Array(aheadFrames + count);
    needs.set(this.#needs);
    this.#measure(all, needs.subarray(aheadFrames));
    const limited = this.#apply(slice(all, 0, count), needs);
    this.#waiting = slice(all, count);
    this.#needs = needs.slice(count);
    const skipped = Math.min(this.#toSkip, count);
    this.#toSkip -= skipped;
    return slice(limited, skipped);
  }

  /** The cuts that frames need whose neighbours have now come. */
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
    if (this.#cut === 0 && this.#recentSum === 0 && !needs.some(Boolean)) {
      return sound;
    }
    const highest = findHighest(needs, aheadFrames + 1, sound.left.length);
    const gains = highest.map((need) => {
      this.#cut = Math.max(0, this.#cut - releaseStep, need);
      this.#recentSum += this.#cut - (this.#recent[this.#at] ?? 0);
      this.#recent[this.#at] = this.#cut;
      this.#at = (this.#at + 1) % aheadFrames;
      return 1 - this.#recentSum / aheadFrames;
    });
    return mapChannels(sound, (channel) => channel.map((sample, i) => sample * (gains[i] ?? 1)));
  }
}

/** The highest of the `width` values from each of the first `count` places on. */
function findHighest(values: Float64Array, width: number, count: number): Float64Array {
  const highest = new Float64Array(count);
  /** Places of values that no later one exceeds, the highest first. */
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

/** Sample `i` is `samples[peakReach + i]`. */
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

/** Views, as nobody changes samples in place. */
const slice = (sound: Stereo, from: number, to?: number): Stereo =>
  mapChannels(sound, (channel) => channel.subarray(from, to));
