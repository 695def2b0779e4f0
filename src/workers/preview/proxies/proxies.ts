import type { ProbeHooks } from '#core/protocol/runners.ts';
import { Waiter } from '#core/lib/waiter.ts';
import { openFile } from '../../media/source/open-source.ts';
import type { MediaFiles } from '../../media/source/media-file.ts';
import type { ProxyPlace, ProxyShelf, SeenTime } from '../../media/render/proxy-shelf.ts';
import type { Source } from '../../media/source/source.ts';
import { measureHeaviness, type Heaviness } from './heaviness.ts';
import { PieceMaker } from './make-piece.ts';
import { listTooMany, nextPiece, pieceAt, pieceSeconds, getReach, timeInPiece, type Piece } from './pieces.ts';

/** The properties of a file. */
type Known = {
  readonly heaviness: Heaviness;
  /** 0 if the file needs no proxies. */
  readonly lengthSeconds: number;
  readonly pieces: Map<number, File>;
  /** Pieces that could not be created or not be shown. */
  readonly given: Set<number>;
};

/** The file whose pieces are being created. Only one is open, because its read and decode buffers take tens of megabytes. */
type Workshop = { readonly file: string; readonly source: Source; readonly maker: PieceMaker };

/** Excludes ffmpeg: a second instance would fetch the whole file again, and is too slow to create proxies. */
const withoutFfmpeg: ProbeHooks = {
  onStarting: () => {
    throw new Error('only ffmpeg reads it');
  },
};

/** Small files in memory that replace parts of videos with slow seeks. They are created in idle time, starting at the playhead. */
export class Proxies implements ProxyShelf {
  readonly #files: MediaFiles;
  readonly #longSidePx: number;
  readonly #known = new Map<string, Known>();
  readonly #waiter = new Waiter();
  #seen: readonly SeenTime[] = [];
  #workshop: Workshop | null = null;
  #isMaking = false;
  #isFree = false;
  #isAtWork = false;

  constructor(files: MediaFiles, longSidePx: number) {
    this.#files = files;
    this.#longSidePx = longSidePx;
  }

  note(seen: readonly SeenTime[]): void {
    this.#seen = seen;
  }

  find({ file, seconds }: SeenTime, isMoving: boolean): ProxyPlace | null {
    const known = this.#known.get(file);
    const index = pieceAt(seconds);
    const isWanted = known && (!isMoving || known.heaviness === 'large');
    return isWanted && known.pieces.has(index) ? { id: `${index} ${file}`, seconds: timeInPiece(seconds) } : null;
  }

  async open(id: string): Promise<Source | null> {
    const { known, index } = this.#place(id);
    const piece = known?.pieces.get(index);
    return piece ? (await openFile(piece, () => undefined)).source : null;
  }

  drop(id: string): void {
    const { known, index } = this.#place(id);
    known?.pieces.delete(index);
    known?.given.add(index);
  }

  /** Sets whether there is idle time. Encoding pauses between two frames without it. */
  setFree(isFree: boolean): void {
    this.#isFree = isFree;
    if (isFree) {
      this.#waiter.wake();
      void this.#work();
    }
  }

  /** Forgets all other files. */
  keepOnly(files: ReadonlySet<string>): void {
    const forgotten = [...this.#known.keys()].filter((file) => !files.has(file));
    forgotten.forEach((file) => this.#known.delete(file));
    // Closing a source during a read would leave its decoder open.
    if (!this.#isMaking) {
      this.#closeForgotten();
    }
    this.#waiter.wake();
  }

  #place(id: string): { known: Known | undefined; index: number } {
    const space = id.indexOf(' ');
    return { known: this.#known.get(id.slice(space + 1)), index: Number(id.slice(0, space)) };
  }

  async #work(): Promise<void> {
    if (this.#isAtWork) {
      return;
    }
    this.#isAtWork = true;
    let job = this.#next();
    while (job && this.#isFree) {
      await job();
      job = this.#next();
    }
    if (!job) {
      this.#setWorkshop(null);
    }
    this.#isAtWork = false;
  }

  /** Returns the next step; null when all pieces exist. */
  #next(): (() => Promise<void>) | null {
    const reachPieces = getReach(this.#listPieces().reduce((sum, { size }) => sum + size, 0));
    for (const { file, seconds } of this.#seen) {
      const known = this.#known.get(file);
      if (!known) {
        return () => this.#look(file);
      }
      const { lengthSeconds, pieces, given } = known;
      const index = nextPiece(seconds, { lengthSeconds, reachPieces }, (one) => pieces.has(one) || given.has(one));
      if (index !== null) {
        return () => this.#make(file, known, index);
      }
    }
    return null;
  }

  async #look(file: string): Promise<void> {
    const known = { heaviness: null, lengthSeconds: 0, pieces: new Map<number, File>(), given: new Set<number>() };
    this.#known.set(file, known);
    const source = await this.#open(file);
    const heaviness = source && (await measureHeaviness(source).catch(() => null));
    if (source && heaviness && (await this.#settle(file, source))) {
      this.#known.set(file, { ...known, heaviness, lengthSeconds: source.whole.endSeconds });
    } else {
      await source?.close().catch(() => undefined);
    }
    this.#closeForgotten();
  }

  /** Returns null for a file that cannot be opened; the renderer that shows it reports the error. */
  async #open(file: string): Promise<Source | null> {
    try {
      return (await openFile(await this.#files.read(file), () => undefined, withoutFfmpeg)).source;
    } catch {
      return null;
    }
  }

  /** Makes the source the workshop. Returns null if it needs no proxies, or if it was forgotten. */
  async #settle(file: string, source: Source): Promise<PieceMaker | null> {
    const maker = await PieceMaker.open(source, this.#longSidePx).catch(() => null);
    if (!maker || !this.#known.has(file)) {
      return null;
    }
    this.#setWorkshop({ file, source, maker });
    return maker;
  }

  async #make(file: string, known: Known, index: number): Promise<void> {
    const part = { startSeconds: index * pieceSeconds, endSeconds: (index + 1) * pieceSeconds };
    const isKnown = (): boolean => this.#known.get(file) === known;
    this.#isMaking = true;
    const maker = await this.#getMaker(file);
    const piece = maker && (await maker.make(part, () => this.#untilFree(isKnown)).catch(() => null));
    this.#isMaking = false;
    this.#closeForgotten();
    if (piece) {
      known.pieces.set(index, piece);
      this.#makeRoom();
    } else {
      known.given.add(index);
    }
  }

  async #getMaker(file: string): Promise<PieceMaker | null> {
    if (this.#workshop?.file === file) {
      return this.#workshop.maker;
    }
    const source = await this.#open(file);
    const maker = source && (await this.#settle(file, source));
    if (!maker) {
      await source?.close().catch(() => undefined);
    }
    return maker;
  }

  #closeForgotten(): void {
    if (this.#workshop && !this.#known.has(this.#workshop.file)) {
      this.#setWorkshop(null);
    }
  }

  #setWorkshop(workshop: Workshop | null): void {
    void this.#workshop?.source.close().catch(() => undefined);
    this.#workshop = workshop;
  }

  /** Waits for idle time. Rejects if the file was forgotten. */
  async #untilFree(isKnown: () => boolean): Promise<void> {
    while (!this.#isFree && isKnown()) {
      await this.#waiter.wait();
    }
    if (!isKnown()) {
      throw new Error('The file was forgotten.');
    }
  }

  #makeRoom(): void {
    const seen = this.#seen.map(({ file, seconds }) => ({ file, index: pieceAt(seconds) }));
    for (const { file, index } of listTooMany(this.#listPieces(), seen)) {
      this.#known.get(file)?.pieces.delete(index);
    }
  }

  #listPieces(): Piece[] {
    return [...this.#known].flatMap(([file, { pieces }]) =>
      [...pieces].map(([index, { size }]) => ({ file, index, size })),
    );
  }
}
