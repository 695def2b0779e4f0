import type { Memory } from '#core/checkpoint.ts';

/** The share of the past at `smoothing` 100. At the default of 50 it is 0.4, which measured best for the small models. */
const heaviestPast = 0.8;
/** A change of luma (0..255) up to which a pixel counts as still, and from which on as moved. */
const stillBelow = 6;
const movedFrom = 28;

/**
 * The moving average of the small matte. A pixel whose picture moved keeps less of the past, so that the average steadies
 * still edges and does not drag a ghost behind moving ones.
 */
export class Smoothing {
  readonly #past: number;
  readonly #average: Float32Array;
  readonly #luma: Float32Array;
  #isFirst = true;

  /** `smoothing` is 0 (none) to 100 (heavy); `size` is the number of pixels of the matte. */
  constructor(smoothing: number, size: number) {
    this.#past = (smoothing / 100) * heaviestPast;
    this.#average = new Float32Array(size);
    this.#luma = new Float32Array(size);
  }

  /** Forgets the past: the next matte is taken as it is. */
  reset(): void {
    this.#isFirst = true;
  }

  save(): Memory {
    return { numbers: [Number(this.#isFirst)], arrays: [this.#average.slice(), this.#luma.slice()] };
  }

  restore({ numbers: [isFirst], arrays: [average, luma] }: Memory): void {
    this.#isFirst = isFirst === 1;
    this.#average.set(average ?? []);
    this.#luma.set(luma ?? []);
  }

  /** The new average, 0..255, valid until the next call. `luma` is the picture that `alpha` was made from, 0..255. */
  add(alpha: Uint8Array, luma: ArrayLike<number>): Float32Array {
    const average = this.#average;
    const before = this.#luma;
    const past = this.#isFirst ? 0 : this.#past;
    const slope = 1 / (movedFrom - stillBelow);
    for (let i = 0; i < average.length; i++) {
      const light = luma[i] ?? 0;
      const moved = Math.min(1, Math.max(0, (Math.abs(light - (before[i] ?? 0)) - stillBelow) * slope));
      const now = alpha[i] ?? 0;
      average[i] = now + past * (1 - moved) * ((average[i] ?? 0) - now);
      before[i] = light;
    }
    this.#isFirst = false;
    return average;
  }
}
