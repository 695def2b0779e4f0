import { mixRate, silence, type Stereo } from '../stereo.ts';
import type { Voice } from '../voice.ts';
import { Segment } from './segment.ts';

/** A mix that begins anywhere has to make no more than this before it. */
const segmentFrames = 20 * mixRate;
/** One segment goes over into the next within so many frames. */
const joinFrames = Math.round(0.05 * mixRate);

/**
 * A voice at another speed with its own pitch. A stretcher remembers all it has heard, so it is begun anew at fixed places: what is
 * heard at a time does not depend on where the mix begins.
 */
export class StretchedVoice implements Voice {
  readonly #openSource: () => Voice;
  readonly #speed: number;
  #segment: { readonly index: number; readonly opened: Segment } | null = null;
  /** The frames in which the segment takes the place of the one before. */
  #join: Stereo = silence(0);

  /** `openSource` opens the same voice at its own speed; each segment reads it from another place. */
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
      const part = await this.#takeOf(index, start, joined, at, end - at);
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

  /** Frames of one segment, all of them before the end of its join or behind it. */
  async #takeOf(index: number, start: number, joined: number, first: number, count: number): Promise<Stereo> {
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

  /** The segment before, which is open unless the mix begins within the join. */
  async #openBefore(index: number, start: number): Promise<Segment> {
    if (this.#segment?.index === index - 1) {
      return this.#segment.opened;
    }
    await this.close();
    return Segment.open(this.#openSource(), this.#speed, start - segmentFrames);
  }
}

/** Keeps the power the same on the way, whether the two are much alike or not at all. */
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

/** From -1 (the opposite) over 0 (nothing in common) to 1 (the same). */
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
