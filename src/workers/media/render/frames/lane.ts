import type { DecodedPicture, Source } from '../../source/source.ts';

/** The picture that a source shows at a time. It is the lane's to close. */
export type HeldPicture = {
  readonly picture: DecodedPicture;
  /** Another picture of the same lane has another number. */
  readonly serial: number;
};

/** Up to here pictures are decoded one after the other; further ahead the decoder starts anew at the key frame before, if it lies ahead too. */
const mostAheadUs = 1_500_000;
/** Times that are so little apart are the same, by rounding. */
const sameUs = 50;
/** Where the last picture of a source is looked for, when there is none at a time: so long before its end. */
const lastPictureSeconds = [3, 30] as const;

/**
 * One decoder at work on one source, for one item at a time. It holds the picture that is shown and decodes the next one ahead. Past
 * the end the last picture stays.
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

  /** `onBreak` hears when nothing can be decoded from some point on. */
  constructor(assetId: string, source: Source, onBreak: () => void) {
    this.assetId = assetId;
    this.source = source;
    this.#onBreak = onBreak;
  }

  /** The picture that is shown at a time of the source, which counts from its start; null where nothing can be decoded. */
  at(seconds: number): Promise<HeldPicture | null> {
    const held = this.#turn.then(() => this.#find(1e6 * Math.max(0, seconds)));
    this.#turn = held.catch(() => undefined);
    return held;
  }

  /** Ends the decoder and closes the source. */
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

  /** Whether a time is reached best by going on. */
  async #isAhead({ timestampUs, durationUs }: DecodedPicture, timeUs: number): Promise<boolean> {
    if (timeUs < timestampUs - sameUs || timeUs < timestampUs + Math.max(durationUs, mostAheadUs)) {
      return timeUs >= timestampUs - sameUs;
    }
    const keySeconds = await this.source.keyFrameAt(timeUs / 1e6).catch(() => null);
    return keySeconds !== null && 1e6 * keySeconds <= timestampUs + sameUs;
  }

  /** Begins with the picture of a time, or with the last one where there is none so late. */
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

  /** Takes pictures until the next one is later than `timeUs`. The first is taken in any case. */
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
    // It is awaited when the next picture is asked for; until then its failure is not unhandled, only not looked at yet.
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
