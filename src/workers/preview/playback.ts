import type { PreviewStats } from '#core/protocol/preview.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { frameAt } from '#core/timeline/frames.ts';
import type { Clock } from './clock.ts';

/** The number of frames that are painted ahead of the clock, because key frames take longer than others. */
const aheadFrames = 3;
/** The weight of a new frame in the moving average of painting times. */
const smoothing = 0.25;
/** The frames of the next seconds are hurried if two consecutive frames take longer than this. */
const slowSeconds = 0.25;
const hurriedSeconds = 3;
/** The shortest pause of a timer. */
const pauseMs = 1;

/** The options of playback: how to paint a frame, and where to show it. */
export type Playing<Image> = {
  readonly frameRate: number;
  /** The end time. */
  readonly durationSeconds: number;
  readonly rate: number;
  /** Paints the frame at a time; if `isHurried`, the frame near that time that is available first. */
  readonly paint: (seconds: number, isHurried: boolean) => Promise<Image | null>;
  readonly show: (image: Image, seconds: number) => void;
  readonly onStats: (stats: PreviewStats) => void;
};

/** A playback that runs until it is stopped. */
export interface Played {
  stop(): void;
  /** Returns the current time in seconds of the canvas; null before the start. */
  now(): number | null;
}

type Made<Image> = { readonly index: number; readonly image: Image | null };

/**
 * Plays frames by a clock: each frame is shown within its own time, or skipped. Create it with a function that starts the clock
 * after the first frame is painted.
 */
export class Playback<Image> implements Played {
  readonly #playing: Playing<Image>;
  readonly #made: Made<Image>[] = [];
  #clock: Clock | null = null;
  #stats: { shown: number; late: number } = { shown: 0, late: 0 };
  #isStopped = false;
  /** The moving average of a frame's painting time, in seconds of the canvas. */
  #makingSeconds = 0;
  #slowCount = 0;
  /** Whether hurrying helps. It does not if painting is the slow part. */
  #mayHurry = true;
  /** The time of the canvas until which frames are hurried. */
  #hurriedUntil = Number.NEGATIVE_INFINITY;

  constructor(playing: Playing<Image>) {
    this.#playing = playing;
  }

  /**
   * Plays to the end. Resolves with true at the end, or false if it was stopped. Throws an error that the clock passes to
   * `fail`, because a stopped clock never reaches the end.
   */
  async play(startSeconds: number, start: (fail: (thrown: unknown) => void) => Promise<Clock>): Promise<boolean> {
    const first = frameAt(startSeconds, this.#playing.frameRate);
    await this.#make(first);
    const failure = createDeferred<never>();
    failure.promise.catch(() => undefined);
    this.#clock = this.#isStopped ? null : await start(failure.reject);
    if (!this.#clock || this.#isStopped) {
      this.#clock?.stop();
      return false;
    }
    try {
      const played = Promise.all([this.#showAll(this.#clock), this.#makeAll(this.#clock, first)]);
      const [isOver] = await Promise.race([played, failure.promise]);
      return isOver;
    } finally {
      // After a frame that fails or an audio failure, everything else stops too.
      this.stop();
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#clock?.stop();
  }

  now(): number | null {
    return this.#clock?.now() ?? null;
  }

  async #make(index: number): Promise<void> {
    const seconds = (index + 0.5) / this.#playing.frameRate;
    const image = await this.#playing.paint(seconds, seconds < this.#hurriedUntil);
    this.#made.push({ index, image });
  }

  /** Adds a frame's painting time to the moving average. */
  #note(fromSeconds: number, toSeconds: number): void {
    const { rate } = this.#playing;
    const took = toSeconds - fromSeconds;
    this.#makingSeconds += (took - this.#makingSeconds) * smoothing;
    this.#slowCount = took > slowSeconds * rate ? this.#slowCount + 1 : 0;
    if (this.#slowCount > 1) {
      this.#slowCount = 0;
      this.#mayHurry &&= fromSeconds >= this.#hurriedUntil;
      this.#makingSeconds = this.#mayHurry ? 0 : this.#makingSeconds;
      this.#hurriedUntil = this.#mayHurry ? toSeconds + hurriedSeconds * rate : Number.NEGATIVE_INFINITY;
    }
  }

  async #makeAll(clock: Clock, first: number): Promise<void> {
    const { frameRate, durationSeconds, rate } = this.#playing;
    const step = Math.max(1, Math.round(rate));
    const end = Math.ceil(durationSeconds * frameRate - 1e-4);
    let next = first + step;
    while (!this.#isStopped && next < end) {
      if (this.#made.length >= aheadFrames) {
        await pause(pauseMs);
        continue;
      }
      // A frame is finished some time after its start, so a late playback aims at the time of completion.
      const begunAt = clock.now();
      const due = Math.min(end - 1, frameAt(begunAt + this.#makingSeconds, frameRate));
      if (due > next) {
        this.#leaveOut(Math.floor((due - next) / step));
        next += step * Math.floor((due - next) / step);
      }
      await this.#make(next);
      this.#note(begunAt, clock.now());
      next += step;
    }
  }

  async #showAll(clock: Clock): Promise<boolean> {
    const { frameRate, durationSeconds, rate, show } = this.#playing;
    const step = Math.max(1, Math.round(rate));
    while (!this.#isStopped) {
      const seconds = clock.now();
      if (seconds >= durationSeconds) {
        return true;
      }
      const due = frameAt(seconds, frameRate);
      const [head, following] = this.#made;
      if (head && head.index <= due) {
        this.#made.shift();
        const isOver = head.index + step <= due && following !== undefined;
        if (isOver) {
          this.#leaveOut(1);
        } else {
          this.#count(head.index + step > due);
          if (head.image !== null) {
            show(head.image, head.index / frameRate);
          }
        }
        continue;
      }
      const waitMs = head ? (1000 * (head.index / frameRate - seconds)) / rate : pauseMs;
      await pause(Math.min(Math.max(pauseMs, waitMs), 10));
    }
    return false;
  }

  #leaveOut(count: number): void {
    this.#stats.late += count;
    this.#playing.onStats({ ...this.#stats });
  }

  #count(isInTime: boolean): void {
    this.#stats.shown += isInTime ? 1 : 0;
    this.#stats.late += isInTime ? 0 : 1;
    this.#playing.onStats({ ...this.#stats });
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
