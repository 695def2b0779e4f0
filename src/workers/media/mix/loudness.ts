import { KWeighting } from './k-weighting.ts';
import type { Mix } from './mix.ts';
import { isMono, mixRate, type Stereo } from './stereo.ts';
import { peakReach, raisePeaks } from './true-peak.ts';

/**
 * The loudness of a whole programme, by EBU R 128 and ITU-R BS.1770: integrated loudness in LUFS, and the true peak in dB of full
 * scale.
 */
export type Loudness = { readonly integratedLufs: number; readonly truePeakDb: number };

/** Loudness is measured in steps, and in blocks of four steps. */
const stepFrames = mixRate / 10;
const stepsOfBlock = 4;
/** Blocks below these gates are ignored; the second is relative to the mean of the rest. */
const absoluteGateLufs = -70;
const relativeGateLu = -10;

/** Measures the loudness of streamed audio. */
export class LoudnessMeter {
  readonly #left = new KWeighting();
  readonly #right = new KWeighting();
  /** The power of each completed step. */
  readonly #steps: number[] = [];
  #sum = 0;
  #frames = 0;
  readonly #peaks = [new PeakMeter(), new PeakMeter()] as const;

  add(sound: Stereo): void {
    const { left, right } = sound;
    for (let at = 0; at < left.length;) {
      const end = Math.min(left.length, at + stepFrames - this.#frames);
      const power = this.#left.addUp(left, at, end);
      this.#sum += power + (isMono(sound) ? power : this.#right.addUp(right, at, end));
      this.#frames += end - at;
      at = end;
      if (this.#frames === stepFrames) {
        this.#steps.push(this.#sum / stepFrames);
        [this.#sum, this.#frames] = [0, 0];
      }
    }
    this.#peaks[0].add(left);
    this.#peaks[1].add(right);
  }

  /** Returns the loudness of all audio so far; null if it was silent, or shorter than a block. */
  read(): Loudness | null {
    const peak = Math.max(...this.#peaks.map((one) => one.finish()));
    const blocks = this.#steps
      .slice(stepsOfBlock - 1)
      .map((_, i) => mean(this.#steps.slice(i, i + stepsOfBlock)))
      .filter((power) => toLufs(power) > absoluteGateLufs);
    const gate = toLufs(mean(blocks)) + relativeGateLu;
    const heard = blocks.filter((power) => toLufs(power) > gate);
    return heard.length === 0 ? null : { integratedLufs: toLufs(mean(heard)), truePeakDb: 20 * Math.log10(peak) };
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power);

/** The maximum true peak of one channel. */
class PeakMeter {
  #highest = 0;
  #tail = new Float32Array(peakReach);

  add(samples: Float32Array): void {
    const all = new Float32Array(this.#tail.length + samples.length);
    all.set(this.#tail);
    all.set(samples, this.#tail.length);
    const peaks = new Float32Array(Math.max(0, all.length - 2 * peakReach));
    // A peak is less than twice as high as the louder of its neighbouring samples.
    raisePeaks(all, this.#highest / 2, peaks);
    for (const peak of peaks) {
      this.#highest = Math.max(this.#highest, peak);
    }
    this.#tail = all.slice(peaks.length);
  }

  finish(): number {
    this.add(new Float32Array(peakReach));
    return this.#highest;
  }
}

/** Returns the same mix, measured while it is streamed. */
export function withMeter(mix: Mix): { readonly mix: Mix; read(): Loudness | null } {
  let meter = new LoudnessMeter();
  const metered: Mix = {
    ...mix,
    blocks: async function* () {
      meter = new LoudnessMeter();
      for await (const block of mix.blocks()) {
        meter.add(block);
        yield block;
      }
    },
  };
  return { mix: metered, read: () => meter.read() };
}
