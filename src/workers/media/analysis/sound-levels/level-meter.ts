import { levelOfPower, levelSeconds } from '#core/analysis/sound-levels.ts';
import { ChannelFilter } from './channel-filter.ts';

/** Computes levels from audio samples in order. The power is the mean of the powers of all channels. */
export class LevelMeter {
  readonly #sampleRate: number;
  #filters: readonly ChannelFilter[] = [];
  #wide = new Uint8Array(65_536);
  #high = new Uint8Array(65_536);
  /** The number of levels. */
  #count = 0;
  /** The number of samples received. */
  #samples = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /**
   * Adds the channels of a block that begins at a sample. A gap before it is silent; samples that were already added are skipped.
   */
  add(start: number, channels: readonly Float32Array[]): void {
    if (channels.length !== this.#filters.length || start > this.#samples) {
      this.#filters = channels.map(() => new ChannelFilter(this.#sampleRate));
    }
    this.#skipTo(start);
    const length = channels[0]?.length ?? 0;
    let from = Math.max(0, this.#samples - start);
    while (from < length) {
      const to = Math.min(length, from + this.#endOfLevel() - this.#samples);
      this.#filters.forEach((filter, index) => filter.add(channels[index] ?? new Float32Array(), from, to));
      this.#moveTo(this.#samples + to - from);
      from = to;
    }
  }

  /** Returns all levels. The last one may cover less time, and has full weight. */
  finish(): { readonly wide: Uint8Array<ArrayBuffer>; readonly high: Uint8Array<ArrayBuffer> } {
    if (this.#samples > Math.round(this.#count * levelSeconds * this.#sampleRate)) {
      this.#keep();
    }
    return { wide: this.#wide.slice(0, this.#count), high: this.#high.slice(0, this.#count) };
  }

  #endOfLevel(): number {
    return Math.round((this.#count + 1) * levelSeconds * this.#sampleRate);
  }

  #skipTo(sample: number): void {
    while (this.#samples < sample) {
      this.#moveTo(Math.min(sample, this.#endOfLevel()));
    }
  }

  #moveTo(sample: number): void {
    this.#samples = sample;
    if (sample >= this.#endOfLevel()) {
      this.#keep();
    }
  }

  #keep(): void {
    if (this.#count === this.#wide.length) {
      this.#wide = grown(this.#wide);
      this.#high = grown(this.#high);
    }
    const squares = levelSeconds * this.#sampleRate * Math.max(1, this.#filters.length);
    this.#wide[this.#count] = levelOfPower(this.#filters.reduce((sum, { wideSum }) => sum + wideSum, 0) / squares);
    this.#high[this.#count] = levelOfPower(this.#filters.reduce((sum, { highSum }) => sum + highSum, 0) / squares);
    this.#count += 1;
    for (const filter of this.#filters) {
      filter.wideSum = 0;
      filter.highSum = 0;
    }
  }
}

function grown(levels: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * levels.length);
  larger.set(levels);
  return larger;
}
