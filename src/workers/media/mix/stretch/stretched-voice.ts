import { mixRate, silence, type Stereo } from '../stereo.ts';
import type { Voice } from '../voice.ts';
import { Segment } from './segment.ts';

/** The maximum number of frames that a mix with any start must compute before its start. */
const segmentFrames = 20 * mixRate;
/** The frames of the crossfade from one segment to the next. */
const joinFrames = Math.round(0.05 * mixRate);

/**
 * A voice at another speed with its original pitch. A stretcher depends on all earlier audio, so it is restarted at fixed times:
 * the output does not depend on where the mix begins.
 */
export class StretchedVoice implements Voice {
  readonly #openSource: () => Voice;
  readonly #speed: number;
  #segment: { readonly index: number; readonly opened: Segment } | null = null;
  /** The crossfade frames in which the segment replaces the one before. */
  #join: Stereo = silence(0);

  /** `openSource` opens the same voice at its own speed; each segment reads another part of it. */
  constructor(openSource: () => Voice, speed: number) {
    this.#openSource = openSource;
    this.#speed = speed;
  }

  async take(first: number, count: number): Promise<Stereo> {
    const sound = { left: new Float32Array(count), right: new Float32Array(count) };
    for (let at = first; at < first + count;) {
      const index = Math.max(0, Math.floor(at / segmentFrames));
      const start = index * segmentFrames;
      const joined = index > 0 ? start + joinFrames : start;
      const end = Math.min(first + count, at < joined ? joined : start + segmentFrames);
      const part = await this.#getTake(index, start, joined, at, end - at);
      sound.left.set(part.left, at - first);
      sound.right.set(part.right, at - first);
      at = end;
    }
    return sound;
  }

  async close(): Promise<void> {
    await this.#segment?.opened.close();
    this.#segment = null;
  }

  /** Returns frames of one segment, which are all before or all after the end of its crossfade. */
  async #getTake(index: number, start: number, joined: number, first: number, count: number): Promise<Stereo> {
    const segment = await this.#open(index, start, first < joined);
    if (first >= joined) {
      return segment.take(first, count);
    }
    const at = first - start;
    return { left: this.#join.left.slice(at, at + count), right: this.#join.right.slice(at, at + count) };
  }

  async #open(index: number, start: number, isJoinWanted: boolean): Promise<Segment> {
    if (this.#segment?.index === index) {
      return this.#segment.opened;
    }
    const before = isJoinWanted ? await this.#openBefore(index, start) : null;
    const opened = await Segment.open(this.#openSource(), this.#speed, start);
    if (before) {
      this.#join = crossFade(await before.take(start, joinFrames), await opened.take(start, joinFrames));
      await before.close();
    } else {
      await this.close();
    }
    this.#segment = { index, opened };
    return opened;
  }

  /** Returns the segment before, which is open unless the mix begins within the crossfade. */
  async #openBefore(index: number, start: number): Promise<Segment> {
    if (this.#segment?.index === index - 1) {
      return this.#segment.opened;
    }
    await this.close();
    return Segment.open(this.#openSource(), this.#speed, start - segmentFrames);
  }
}

/** Crossfades with constant power, whatever the similarity of the two segments. */
function crossFade(one: Stereo, other: Stereo): Stereo {
  const likeness = Math.max(0, (correlate(one.left, other.left) + correlate(one.right, other.right)) / 2);
  const fade = (from: Float32Array, to: Float32Array): Float32Array<ArrayBuffer> =>
    Float32Array.from(from, (sample, i) => {
      const [down, up] = [1 - i / joinFrames, i / joinFrames];
      const power = down * down + up * up + 2 * likeness * down * up;
      return (down * sample + up * (to[i] ?? 0)) / Math.sqrt(power);
    });
  return { left: fade(one.left, other.left), right: fade(one.right, other.right) };
}

/** Returns the correlation: -1 (the opposite), 0 (nothing in common) to 1 (the same). */
function correlate(one: Float32Array, other: Float32Array): number {
  let [product, first, second] = [0, 0, 0];
  one.forEach((sample, i) => {
    const beside = other[i] ?? 0;
    product += sample * beside;
    first += sample * sample;
    second += beside * beside;
  });
  return first > 0 && second > 0 ? product / Math.sqrt(first * second) : 0;
}
