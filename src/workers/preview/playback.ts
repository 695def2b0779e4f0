import type { PreviewStats } from '#core/protocol/preview.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { frameAt } from '#core/timeline/frames.ts';
import type { Clock } from './clock.ts';

/** Frames are made so far ahead of the clock, as a key frame takes longer than others. */
const aheadFrames = 3;
/** How much a frame counts in what frames take to be made, against those before it. */
const smoothing = 0.25;
/** Where two frames after each other take longer than this, those of the next seconds are made in a hurry. */
const slowSeconds = 0.25;
const hurriedSeconds = 3;
/** The shortest pause of a timer. */
const pauseMs = 1;

/** What plays: how a frame is made, and where it goes. */
export type Playing<Image> = {
  readonly frameRate: number;
  /** Where it ends. */
  readonly durationSeconds: number;
  readonly rate: number;
  /** `isHurried` asks for what is there soonest of about that time. */
  readonly paint: (seconds: number, isHurried: boolean) => Promise<Image | null>;
  readonly show: (image: Image, seconds: number) => void;
  readonly onStats: (stats: PreviewStats) => void;
};

/** What goes on by itself until it is stopped. */
export interface Played {
  stop(): void;
  /** Where it is, in seconds of the canvas; null before it has begun. */
  now(): number | null;
}

type Made<Image> = { readonly index: number; readonly image: Image | null };

/**
 * Plays frames by a clock, which leads: a frame is shown within the time that it is for, or left out. To be started with a clock that
 * `start` gives once the first frames are there.
 */
export class Playback<Image> implements Played {
  readonly #playing: Playing<Image>;
  readonly #made: Made<Image>[] = [];
  #clock: Clock | null = null;
  #stats: { shown: number; late: number } = { shown: 0, late: 0 };
  #isStopped = false;
  /** What a frame takes to be made, smoothed, in seconds of the canvas. */
  #makingSeconds = 0;
  #slowCount = 0;
  /** Whether a hurry helps: it does not where it is painting that takes long. */
  #mayHurry = true;
  /** The time of the canvas until which frames are made in a hurry. */
  #hurriedUntil = Number.NEGATIVE_INFINITY;

  constructor(playing: Playing<Image>) {
    this.#playing = playing;
  }

  /** Plays until the end, which is true, or until it is stopped. Throws what the clock tells `fail`: a clock that stands ends nothing. */
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
      // Where a frame cannot be made, or the sound breaks off, all else ends as well.
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

  /** Takes note of how long a frame took. */
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
      // What is begun now is there only later: where frames take long, that of then is made.
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
