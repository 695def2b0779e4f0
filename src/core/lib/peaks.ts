import { Failure } from './failure.ts';

/**
 * The pyramid of audio peaks: the lowest and the highest sample of every 256, of every 512, and so on. The file has a head of 16
 * bytes (four 32-bit words, little endian: mark, sample rate, samples per bucket of the finest level, number of its buckets), then
 * the levels, finest first, each bucket as two 16-bit numbers.
 */
const mark = 0x6b616570;
const headBytes = 16;
const bucketSamples = 256;
const bucketBytes = 4;
const full = 32767;

/** Builds the pyramid from the samples of the audio, in order. */
export class PeaksBuilder {
  readonly #sampleRate: number;
  /** The first sample of this builder: a whole number of buckets. */
  readonly #first: number;
  /** The minimum and maximum of each bucket of the finest level. */
  #buckets = new Int16Array(2 * 65_536);
  #count = 0;
  #low = Number.POSITIVE_INFINITY;
  #high = Number.NEGATIVE_INFINITY;
  /** The number of samples received. */
  #samples = 0;

  /** `firstSample` is rounded down to a bucket. A builder with a `firstSample` processes the rest of the audio, for `join`. */
  constructor(sampleRate: number, firstSample = 0) {
    this.#sampleRate = sampleRate;
    this.#first = firstSample - (firstSample % bucketSamples);
  }

  /**
   * Adds the channels of a block at a time of the audio, in seconds. A gap before the block is silent. Samples that overlap with
   * earlier ones, or that are before the first sample, are ignored.
   */
  add(seconds: number, channels: readonly Float32Array[]): void {
    const start = Math.round(seconds * this.#sampleRate) - this.#first;
    this.#skipTo(start);
    const length = channels[0]?.length ?? 0;
    let from = Math.max(0, this.#samples - start);
    while (from < length) {
      const to = Math.min(length, from + bucketSamples - (this.#samples % bucketSamples));
      for (const channel of channels) {
        this.#widen(channel, from, to);
      }
      this.#samples += to - from;
      this.#endBucket();
      from = to;
    }
  }

  /** Appends the samples of another builder, which replace samples that overlap. */
  join(rest: PeaksBuilder): void {
    if (rest.#samples === 0) {
      return;
    }
    this.#skipTo(rest.#first);
    const [samples, count] = [rest.#first - this.#first, (rest.#first - this.#first) / bucketSamples];
    const buckets = new Int16Array(Math.max(2 * (count + rest.#count), this.#buckets.length));
    buckets.set(this.#buckets.subarray(0, 2 * count));
    buckets.set(rest.#buckets.subarray(0, 2 * rest.#count), 2 * count);
    this.#buckets = buckets;
    this.#count = count + rest.#count;
    this.#samples = samples + rest.#samples;
    [this.#low, this.#high] = [rest.#low, rest.#high];
  }

  /** Returns the parts of the file. */
  finish(): (Uint32Array<ArrayBuffer> | Int16Array<ArrayBuffer>)[] {
    if (this.#samples % bucketSamples !== 0) {
      this.#keep();
    }
    const parts: (Uint32Array<ArrayBuffer> | Int16Array<ArrayBuffer>)[] = [];
    parts.push(new Uint32Array([mark, this.#sampleRate, bucketSamples, this.#count]));
    for (let level = this.#buckets.slice(0, 2 * this.#count); level.length > 0; level = coarsen(level)) {
      parts.push(level);
    }
    return parts;
  }

  #skipTo(sample: number): void {
    while (this.#samples < sample) {
      this.#low = Math.min(this.#low, 0);
      this.#high = Math.max(this.#high, 0);
      this.#samples = Math.min(sample, this.#samples + bucketSamples - (this.#samples % bucketSamples));
      this.#endBucket();
    }
  }

  #widen(channel: Float32Array, from: number, to: number): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = from; at < to; at++) {
      const sample = channel[at] ?? 0;
      low = sample < low ? sample : low;
      high = sample > high ? sample : high;
    }
    this.#low = low;
    this.#high = high;
  }

  #endBucket(): void {
    if (this.#samples % bucketSamples === 0) {
      this.#keep();
    }
  }

  #keep(): void {
    if (2 * this.#count === this.#buckets.length) {
      const grown = new Int16Array(2 * this.#buckets.length);
      grown.set(this.#buckets);
      this.#buckets = grown;
    }
    this.#buckets[2 * this.#count] = toStored(this.#low);
    this.#buckets[2 * this.#count + 1] = toStored(this.#high);
    this.#count += 1;
    this.#low = Number.POSITIVE_INFINITY;
    this.#high = Number.NEGATIVE_INFINITY;
  }
}

const toStored = (sample: number): number => Math.round(full * Math.max(-1, Math.min(1, sample)));

/** Returns a level with half as many buckets, rounded up; empty after the last level. */
function coarsen(level: Int16Array): Int16Array<ArrayBuffer> {
  const count = level.length / 2;
  const coarse = new Int16Array(count > 1 ? 2 * Math.ceil(count / 2) : 0);
  for (let at = 0; at < coarse.length; at += 2) {
    const [low = 0, high = 0, nextLow = low, nextHigh = high] = level.subarray(2 * at, 2 * at + 4);
    coarse[at] = Math.min(low, nextLow);
    coarse[at + 1] = Math.max(high, nextHigh);
  }
  return coarse;
}

/** The minimum number of buckets per part of the result, so that a bucket across an edge has little effect. */
const bucketsOfPart = 4;

/** The lowest and highest sample of `count` equal parts of a time span in seconds, -1 to 1; zeros after the end of the audio. */
export type Peaks = { readonly from: number; readonly to: number; readonly min: number[]; readonly max: number[] };

/** The methods of Blob that are needed to read a file. */
type File = { slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } };

/** Reads a time span of a pyramid, by default all of it, at the coarsest sufficient level. Throws INTERNAL for another file. */
export async function readPeaks(
  file: File,
  { from, to: wanted, count }: { readonly from: number; readonly to: number | undefined; readonly count: number },
): Promise<Peaks> {
  const head = new Uint32Array(await file.slice(0, headBytes).arrayBuffer());
  const [found, sampleRate = 1, samples = 1, buckets = 0] = head;
  if (found !== mark) {
    throw new Failure('INTERNAL', { message: 'The stored waveform cannot be read.' });
  }
  const to = wanted ?? Math.max(from, (buckets * samples) / sampleRate);
  const level = findLevel(buckets, ((to - from) * sampleRate) / samples / count / bucketsOfPart);
  const scale = sampleRate / samples / level.span;
  const first = Math.min(level.count, Math.floor(from * scale));
  const last = Math.max(first, Math.min(level.count, Math.ceil(to * scale)));
  const bytes = file.slice(
    headBytes + bucketBytes * (level.before + first),
    headBytes + bucketBytes * (level.before + last),
  );
  const values = new Int16Array(await bytes.arrayBuffer());
  const min: number[] = [];
  const max: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = Math.floor((from + ((to - from) * index) / count) * scale) - first;
    const end = Math.max(start + 1, Math.ceil((from + ((to - from) * (index + 1)) / count) * scale) - first);
    const [low, high] = widest(values.subarray(2 * start, 2 * end));
    min.push(low);
    max.push(high);
  }
  return { from, to, min, max };
}

/** Finds the coarsest level with one or more buckets for `wanted` of the finest: the buckets before and in it, and their span. */
function findLevel(buckets: number, wanted: number): { before: number; count: number; span: number } {
  let level = { before: 0, count: buckets, span: 1 };
  while (2 * level.span <= wanted && level.count > 1) {
    level = { before: level.before + level.count, count: Math.ceil(level.count / 2), span: 2 * level.span };
  }
  return level;
}

function widest(values: Int16Array): [number, number] {
  if (values.length === 0) {
    return [0, 0];
  }
  let [low = 0, high = 0] = values;
  for (let at = 2; at < values.length; at += 2) {
    low = Math.min(low, values[at] ?? 0);
    high = Math.max(high, values[at + 1] ?? 0);
  }
  return [low / full, high / full];
}
