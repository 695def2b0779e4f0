import type { SoundSpan } from '#core/timeline/sound.ts';
import { mixRate } from './stereo.ts';

/**
 * The duration of the ramps at a cut, which avoid clicks: the incoming audio fades in while the outgoing audio continues for a
 * moment.
 */
const cutFrames = Math.round(0.005 * mixRate);

type Point = { readonly at: number; readonly amplitude: number };
type Ramp = { readonly start: number; readonly end: number };

/** The gain of a span in each frame of the canvas: its gain curve, its fades, and ramps at cuts. */
export class Gain {
  /** The frames in which the span is audible. */
  readonly from: number;
  readonly to: number;
  readonly #points: readonly Point[];
  readonly #fadeIn: Ramp | null;
  readonly #fadeOut: Ramp | null;
  readonly #cutIn: Ramp | null;
  readonly #cutOut: Ramp | null;

  constructor(span: SoundSpan) {
    const start = toFrame(span.startSeconds);
    const end = toFrame(span.endSeconds);
    // The beginning of a source is not a cut.
    const isCutIn = span.fadeIn === null && span.sourceStartSeconds > 0;
    this.#points = span.gain.map(({ atSeconds, amplitude }) => ({ at: atSeconds * mixRate, amplitude }));
    this.#fadeIn = toRamp(span.fadeIn);
    this.#fadeOut = toRamp(span.fadeOut);
    this.#cutIn = isCutIn ? { start, end: start + cutFrames } : null;
    this.#cutOut = span.fadeOut ? null : { start: end, end: end + cutFrames };
    this.from = start;
    this.to = this.#cutOut?.end ?? end;
  }

  /** Returns the amplitudes of `count` frames, or one number if all are equal. */
  read(first: number, count: number): Float32Array | number {
    const level = this.#getLevel(first, first + count);
    const ramps = [this.#fadeIn, this.#fadeOut, this.#cutIn, this.#cutOut];
    if (level !== null && !ramps.some((ramp) => ramp && ramp.start < first + count && ramp.end > first)) {
      return level;
    }
    const amplitudes = new Float32Array(count);
    this.#fill(amplitudes, first);
    scale(amplitudes, first, this.#fadeIn, equalPower);
    scale(amplitudes, first, this.#fadeOut, (share) => equalPower(1 - share));
    scale(amplitudes, first, this.#cutIn, (share) => share);
    scale(amplitudes, first, this.#cutOut, (share) => 1 - share);
    return amplitudes;
  }

  /** Returns the gain from `first` to `end`; null if it changes. */
  #getLevel(first: number, end: number): number | null {
    const start = this.#indexAt(first);
    const level = this.#getAmplitude(start);
    for (let i = start; i < this.#points.length - 1 && this.#getStart(i) < end; i += 1) {
      if (this.#getAmplitude(i + 1) !== level) {
        return null;
      }
    }
    return level;
  }

  /** Interpolates linearly between points. */
  #fill(amplitudes: Float32Array, first: number): void {
    const end = first + amplitudes.length;
    for (let index = this.#indexAt(first); this.#getStart(index) < end; index += 1) {
      const start = this.#getStart(index);
      const next = this.#getStart(index + 1);
      const from = this.#getAmplitude(index);
      const slope =
        from === this.#getAmplitude(index + 1) ? 0 : (this.#getAmplitude(index + 1) - from) / (next - start);
      const base = slope === 0 ? from : from - slope * start;
      const last = Math.min(end, Math.ceil(next));
      for (let frame = Math.max(first, Math.ceil(start)); frame < last; frame += 1) {
        amplitudes[frame - first] = base + slope * frame;
      }
    }
  }

  /** Returns the index of the last point at or before a frame; -1 before the first. */
  #indexAt(frame: number): number {
    let [low, high] = [-1, this.#points.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      [low, high] = this.#getStart(middle) <= frame ? [middle, high] : [low, middle - 1];
    }
    return low;
  }

  #getStart(index: number): number {
    return index < 0 ? Number.NEGATIVE_INFINITY : (this.#points[index]?.at ?? Number.POSITIVE_INFINITY);
  }

  /** Returns the amplitude at a point; constant before the first point and after the last. */
  #getAmplitude(index: number): number {
    return this.#points[Math.min(Math.max(0, index), this.#points.length - 1)]?.amplitude ?? 1;
  }
}

export const toFrame = (seconds: number): number => Math.round(seconds * mixRate);

function toRamp(span: SoundSpan['fadeIn']): Ramp | null {
  return span && { start: span.startSeconds * mixRate, end: span.endSeconds * mixRate };
}

const equalPower = (share: number): number => Math.sin((Math.PI / 2) * share);

/** Multiplies amplitudes by `shape` of the elapsed share of the ramp. */
function scale(amplitudes: Float32Array, first: number, ramp: Ramp | null, shape: (share: number) => number): void {
  if (!ramp || (shape(0) === 1 && ramp.start >= first + amplitudes.length) || (shape(1) === 1 && ramp.end <= first)) {
    return;
  }
  for (let i = 0; i < amplitudes.length; i += 1) {
    const share = Math.min(1, Math.max(0, (first + i - ramp.start) / (ramp.end - ramp.start)));
    amplitudes[i] = (amplitudes[i] ?? 0) * shape(share);
  }
}
