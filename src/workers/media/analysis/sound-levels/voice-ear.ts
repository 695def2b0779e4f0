import { voiceSampleRate, voiceWindow, type VoiceDetector } from '#core/analysis/detection.ts';
import { levelSeconds } from '#core/analysis/sound-levels.ts';
import { Resampler } from '../../mix/resampler.ts';

/** Samples per call of the detector. */
const blockSamples = 4 * voiceSampleRate;

/** Samples of a gap, at the sample rate of the audio, that are added at once. */
const gapSamples = 1 << 16;

/** Runs a voice detector on audio of any sample rate while it is decoded. */
export class VoiceEar {
  readonly #voice: VoiceDetector;
  readonly #resampler: Resampler;
  /** Samples that are still needed, the first of which is sample `#from` of the audio. */
  #samples = new Float32Array(1 << 18);
  #from = 0;
  #end = 0;
  /** Samples at the detector's sample rate that it has received. */
  #heard = 0;
  readonly #probabilities: number[] = [];

  constructor(voice: VoiceDetector, sampleRate: number) {
    this.#voice = voice;
    this.#resampler = new Resampler(sampleRate / voiceSampleRate);
    this.#from = this.#resampler.needs(0, 1).from;
  }

  /** Adds the channels of a block that begins at a sample; the mean of two channels is used. */
  async add(start: number, channels: readonly Float32Array[]): Promise<void> {
    const [left = new Float32Array(), right = left] = channels;
    await this.#hearGap(start);
    const skipped = Math.max(0, this.#end - start);
    this.#makeRoom(start + left.length);
    for (let i = skipped; i < left.length; i += 1) {
      this.#samples[start + i - this.#from] = ((left[i] ?? 0) + (right[i] ?? 0)) / 2;
    }
    this.#end = Math.max(this.#end, start + left.length);
    await this.#hear(blockSamples);
  }

  /** Returns the probabilities of speech, 0 to 255, one for each of `count` levels. */
  async finish(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const wanted = Math.ceil(count * levelSeconds * voiceSampleRate) - this.#heard;
    const { from, count: needed } = this.#resampler.needs(this.#heard, Math.max(1, wanted));
    this.#makeRoom(from + needed);
    this.#end = Math.max(this.#end, from + needed);
    await this.#hear(1);
    this.#probabilities.push(...(await this.#voice.endSound()));
    return Uint8Array.from({ length: count }, (_, index) => {
      const window = Math.floor(((index + 0.5) * levelSeconds * voiceSampleRate) / voiceWindow);
      return Math.round(255 * (this.#probabilities[window] ?? 0));
    });
  }

  /** Adds the silence before a sample in parts: a long gap needs no more memory than a short one. */
  async #hearGap(end: number): Promise<void> {
    while (end - this.#end > gapSamples) {
      this.#end += gapSamples;
      this.#makeRoom(this.#end);
      await this.#hear(blockSamples);
    }
  }

  /** Runs the detector on the waiting samples while there are at least `least`. */
  async #hear(least: number): Promise<void> {
    for (;;) {
      const count = this.#countReady();
      if (count < least) {
        return;
      }
      const { from } = this.#resampler.needs(this.#heard, count);
      const block = this.#resampler.run(this.#samples.subarray(from - this.#from), this.#heard, count);
      this.#probabilities.push(...(await this.#voice.hear(block)));
      this.#heard += count;
      this.#forget();
    }
  }

  /** Returns the number of samples at the detector's sample rate that are available now, at most one block. */
  #countReady(): number {
    let [low, high] = [0, blockSamples];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const { from, count } = this.#resampler.needs(this.#heard, middle);
      [low, high] = from + count <= this.#end ? [middle, high] : [low, middle - 1];
    }
    return low;
  }

  #forget(): void {
    const { from } = this.#resampler.needs(this.#heard, 1);
    const gone = from - this.#from;
    this.#samples.copyWithin(0, gone);
    this.#samples.fill(0, this.#samples.length - gone);
    this.#from = from;
  }

  #makeRoom(end: number): void {
    let { length } = this.#samples;
    while (length < end - this.#from) {
      length *= 2;
    }
    if (length > this.#samples.length) {
      const larger = new Float32Array(length);
      larger.set(this.#samples);
      this.#samples = larger;
    }
  }
}
