import type { DecodedPicture, Source } from '../../source/source.ts';

/** The frame of a source at a time. The lane closes it. */
export type HeldPicture = {
  readonly picture: DecodedPicture;
  /** Differs for each frame of the lane. */
  readonly serial: number;
};

/**
 * The maximum distance up to which frames are decoded one after the other. Beyond it, the decoder restarts at the preceding key
 * frame if that is ahead too.
 */
const maxAheadUs = 1_500_000;
/** The maximum rounding difference of equal times. */
const sameUs = 50;
/** The distances from the end of a source at which its last frame is searched if there is no frame at a time. */
const lastPictureSeconds = [3, 30] as const;

/**
 * One decoder of one source, for one item at a time. It holds the current frame and decodes the next one ahead. Past the end the
 * last frame stays.
 */
export class Lane {
  readonly assetId: string;
  readonly source: Source;
  readonly #onBreak: () => void;
  #pictures: AsyncGenerator<DecodedPicture, void> | null = null;
  #current: DecodedPicture | null = null;
  #next: Promise<DecodedPicture | null> | null = null;
  #serial = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  #isClosed = false;

  /** `onBreak` is called if nothing can be decoded from some point on. */
  constructor(assetId: string, source: Source, onBreak: () => void) {
    this.assetId = assetId;
    this.source = source;
    this.#onBreak = onBreak;
  }

  /** Returns the frame at a time of the source, which starts at 0; null if nothing can be decoded. */
  at(seconds: number): Promise<HeldPicture | null> {
    const held = this.#turn.then(() => this.#find(1e6 * Math.max(0, seconds)));
    this.#turn = held.catch(() => undefined);
    return held;
  }

  /** Stops the decoder and closes the source. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#stop();
    await this.source.close();
  }

  async #find(timeUs: number): Promise<HeldPicture | null> {
    if (this.#isBroken || this.#isClosed) {
      return null;
    }
    try {
      if (!this.#current || !(await this.#isAhead(this.#current, timeUs))) {
        await this.#startAt(timeUs);
      }
      await this.#advance(timeUs);
    } catch {
      this.#isBroken = true;
      await this.#stop();
      this.#onBreak();
    }
    return this.#current && { picture: this.#current, serial: this.#serial };
  }

  /** Returns whether decoding on is the fastest way to reach a time. */
  async #isAhead({ timestampUs, durationUs }: DecodedPicture, timeUs: number): Promise<boolean> {
    if (timeUs < timestampUs - sameUs || timeUs < timestampUs + Math.max(durationUs, maxAheadUs)) {
      return timeUs >= timestampUs - sameUs;
    }
    const keySeconds = await this.source.keyFrameAt(timeUs / 1e6).catch(() => null);
    return keySeconds !== null && 1e6 * keySeconds <= timestampUs + sameUs;
  }

  /** Starts at the frame of a time, or at the last frame if the time is past it. */
  async #startAt(timeUs: number): Promise<void> {
    const { whole } = this.source;
    const lengthUs = 1e6 * whole.endSeconds;
    const before = lastPictureSeconds.map((seconds) => Math.min(timeUs, lengthUs - 1e6 * seconds));
    for (const startUs of [timeUs, ...before, 0]) {
      await this.#stop();
      this.#pictures = this.source.pictures(whole, Math.max(0, startUs));
      this.#next = this.#decodeNext();
      const first = await this.#next;
      if (first || startUs <= 0) {
        return;
      }
    }
  }

  /** Advances until the next frame is later than `timeUs`. The first frame is taken in any case. */
  async #advance(timeUs: number): Promise<void> {
    for (;;) {
      const next = await this.#next;
      if (!next || (this.#current && next.timestampUs > timeUs + sameUs)) {
        return;
      }
      this.#current?.close();
      this.#current = next;
      this.#serial++;
      this.#next = this.#decodeNext();
    }
  }

  #decodeNext(): Promise<DecodedPicture | null> {
    const pictures = this.#pictures;
    const next = pictures ? pictures.next().then(({ value }) => value ?? null) : Promise.resolve(null);
    // The promise is awaited when the next frame is requested. Until then a rejection must not count as unhandled.
    next.catch(() => undefined);
    return next;
  }

  async #stop(): Promise<void> {
    const [pictures, next] = [this.#pictures, this.#next];
    this.#pictures = null;
    this.#next = null;
    this.#current?.close();
    this.#current = null;
    (await next?.catch(() => null))?.close();
    await pictures?.return().catch(() => undefined);
  }
}
