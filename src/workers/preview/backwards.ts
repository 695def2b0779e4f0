import { frameAt } from '#core/timeline/frames.ts';
import type { Played } from './playback.ts';

/** So many frames are painted at once: few at first, as nothing is seen before the first ones are all there. */
const firstFrames = 4;
const pieceFrames = 12;

/** What plays backwards: how a frame is made, and where it goes. `rate` is below 0. */
export type PlayingBack<Image> = {
  readonly frameRate: number;
  readonly minSeconds: number;
  readonly rate: number;
  readonly paint: (seconds: number) => Promise<Image | null>;
  readonly show: (image: Image, seconds: number) => void;
};

type Made<Image> = { readonly index: number; readonly image: Image | null };

/**
 * Plays from a time to the start. Decoders only go forwards, so pieces of some frames are painted in their order and shown from the
 * last to the first, while the piece before is painted. Where painting is slower than that, time goes slower.
 */
export class Backwards<Image> implements Played {
  readonly #playing: PlayingBack<Image>;
  #seconds: number | null = null;
  #shownAt = 0;
  #isStopped = false;

  constructor(playing: PlayingBack<Image>) {
    this.#playing = playing;
  }

  /** Plays until the start, which is true, or until it is stopped. */
  async play(startSeconds: number): Promise<boolean> {
    const { frameRate, minSeconds, rate } = this.#playing;
    const step = Math.max(1, Math.round(-rate));
    const least = frameAt(minSeconds, frameRate);
    let last = frameAt(startSeconds, frameRate);
    let count = firstFrames;
    let piece = this.#paint(last, count, step, least);
    while (last >= least) {
      const made = await piece;
      last -= count * step;
      count = pieceFrames;
      piece = this.#paint(last, count, step, least);
      for (const one of made) {
        if (!(await this.#showInTime(one, (1000 * step) / (frameRate * -rate)))) {
          return false;
        }
      }
    }
    // The first frame lasts as long as the others: what is played again and again leaves time for what is told meanwhile.
    await pauseUntil(performance.now() + (1000 * step) / (frameRate * -rate));
    return !this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  now(): number | null {
    return this.#seconds;
  }

  /** A piece that ends with the frame at `last`, from the last frame to the first. */
  async #paint(last: number, count: number, step: number, least: number): Promise<Made<Image>[]> {
    const made: Made<Image>[] = [];
    for (let index = last - (count - 1) * step; index <= last && !this.#isStopped; index += step) {
      if (index >= least) {
        made.unshift({ index, image: await this.#playing.paint((index + 0.5) / this.#playing.frameRate) });
      }
    }
    return made;
  }

  async #showInTime({ index, image }: Made<Image>, lastsMs: number): Promise<boolean> {
    await pauseUntil(this.#shownAt + lastsMs);
    if (this.#isStopped) {
      return false;
    }
    this.#shownAt = Math.max(performance.now() - lastsMs, this.#shownAt + lastsMs);
    this.#seconds = index / this.#playing.frameRate;
    if (image !== null) {
      this.#playing.show(image, this.#seconds);
    }
    return true;
  }
}

async function pauseUntil(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) {
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
    });
  }
}
