import { frameAt } from '#core/timeline/frames.ts';
import type { Played } from './playback.ts';

/** The number of frames that are painted at once: few at first, because none is shown before all of them are painted. */
const firstFrames = 4;
const pieceFrames = 12;

/** The options of reverse playback: how to paint a frame, and where to show it. `rate` is negative. */
export type PlayingBack<Image> = {
  readonly frameRate: number;
  readonly minSeconds: number;
  readonly rate: number;
  readonly paint: (seconds: number) => Promise<Image | null>;
  readonly show: (image: Image, seconds: number) => void;
};

type Made<Image> = { readonly index: number; readonly image: Image | null };

/**
 * Plays in reverse from a time to the start. Decoders only go forwards, so groups of frames are painted in forward order and
 * shown in reverse while the previous group is painted. Playback slows down if painting is slower than that.
 */
export class Backwards<Image> implements Played {
  readonly #playing: PlayingBack<Image>;
  #seconds: number | null = null;
  #shownAt = 0;
  #isStopped = false;

  constructor(playing: PlayingBack<Image>) {
    this.#playing = playing;
  }

  /** Plays to the start. Resolves with true at the start, or false if it was stopped. */
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
    // The first frame lasts as long as the others, so that a loop leaves the worker time to receive messages.
    await pauseUntil(performance.now() + (1000 * step) / (frameRate * -rate));
    return !this.#isStopped;
  }

  stop(): void {
    this.#isStopped = true;
  }

  now(): number | null {
    return this.#seconds;
  }

  /** Paints the frames that end at index `last`, and returns them from the last to the first. */
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
