import type { LoggedMattes, StageState } from '#core/model/cut-out-checkpoint.ts';
import type { ClipMatting, Matte } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { mattesName, type ByteLog, type Bytes } from '#store/bytes.ts';

/** The maximum size of the mattes in memory, which is the size of a segment of 240 frames at 512 x 512. */
const maxHeldBytes = 64 * 1024 * 1024;

/**
 * The model of a clip, with a log of its mattes of the current segment. The model is the slow part of a run, so a run that resumes
 * within a segment reads the mattes from the log. Meanwhile the model is neither called nor reset.
 */
export class LoggedMatting implements ClipMatting {
  readonly #matting: ClipMatting;
  readonly #openLog: () => Promise<ByteLog>;
  readonly #size: Size;
  #log: ByteLog | null;
  /** The number of mattes in the log, and the number of them that have been read. */
  #loggedCount: number;
  #takenCount = 0;
  #held: Promise<Matte>[] = [];

  /**
   * Opens the matting of a clip. `size` is the size of the mattes. With `logged`, it begins after those mattes; without the log,
   * which may be lost, at the segment's start.
   */
  static async open(
    matting: ClipMatting,
    size: Size,
    bytes: Bytes,
    outputFile: string,
    logged: LoggedMattes | null,
  ): Promise<LoggedMatting> {
    const name = mattesName(outputFile);
    const openLog = (): Promise<ByteLog> => bytes.openLog(name);
    const file = logged && (await bytes.read(name).catch(() => null));
    if (!logged || !file || file.size < logged.frameCount * size.width * size.height) {
      return new LoggedMatting(matting, size, openLog, null, 0);
    }
    await matting.restore(logged.model);
    return new LoggedMatting(matting, size, openLog, await openLog(), logged.frameCount);
  }

  private constructor(
    matting: ClipMatting,
    size: Size,
    openLog: () => Promise<ByteLog>,
    log: ByteLog | null,
    loggedCount: number,
  ) {
    this.#matting = matting;
    this.#size = { width: size.width, height: size.height };
    this.#openLog = openLog;
    this.#log = log;
    this.#loggedCount = loggedCount;
  }

  get isFull(): boolean {
    return this.#held.length * this.#matteBytes >= maxHeldBytes;
  }

  matte(picture: Picture): Promise<Matte> {
    if (this.#isTaking) {
      return this.#take();
    }
    const matte = this.#matting.matte(picture);
    this.#held.push(matte);
    return matte;
  }

  async reset(): Promise<void> {
    await (this.#isTaking ? undefined : this.#matting.reset());
  }

  save(): Promise<StageState> {
    return this.#matting.save();
  }

  async restore(state: StageState): Promise<void> {
    await (this.#isTaking ? undefined : this.#matting.restore(state));
  }

  /** Appends the mattes of the segment that are not in the log yet; null if there are none. Throws QuotaExceededError. */
  async keep(): Promise<LoggedMattes | null> {
    if (this.#held.length === 0) {
      return null;
    }
    const [model, ...mattes] = await Promise.all([this.#matting.save(), ...this.#held]);
    const log = (this.#log ??= await this.#openLog());
    for (const { alpha } of mattes) {
      if (log.write(alpha, { at: this.#loggedCount * this.#matteBytes }) < alpha.length) {
        throw new DOMException('not enough storage space for the rest', 'QuotaExceededError');
      }
      this.#loggedCount++;
    }
    log.flush();
    this.#takenCount = this.#loggedCount;
    this.#held = [];
    return { frameCount: this.#loggedCount, model };
  }

  /** Discards the mattes so far. The next segment overwrites the log. */
  endSegment(): void {
    this.#loggedCount = 0;
    this.#takenCount = 0;
    this.#held = [];
  }

  /** Closes the log, which stays on the disk. */
  close(): void {
    this.#log?.close();
  }

  get #isTaking(): boolean {
    return this.#takenCount < this.#loggedCount;
  }

  get #matteBytes(): number {
    return this.#size.width * this.#size.height;
  }

  async #take(): Promise<Matte> {
    const alpha = new Uint8Array(this.#matteBytes);
    const read = this.#log?.read(alpha, { at: this.#takenCount++ * this.#matteBytes });
    if (read !== alpha.length) {
      throw new Error('the log of mattes ends early');
    }
    return { ...this.#size, alpha };
  }
}
