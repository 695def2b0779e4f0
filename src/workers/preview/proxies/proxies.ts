import type { ProbeHooks } from '#core/protocol/runners.ts';
import { Waiter } from '#core/lib/waiter.ts';
import { openFile } from '../../media/source/open-source.ts';
import type { MediaFiles } from '../../media/source/media-file.ts';
import type { ProxyPlace, ProxyShelf, SeenTime } from '../../media/render/proxy-shelf.ts';
import type { Source } from '../../media/source/source.ts';
import { measureHeaviness, type Heaviness } from './heaviness.ts';
import { PieceMaker } from './make-piece.ts';
import { listTooMany, nextPiece, pieceAt, pieceSeconds, getReach, timeInPiece, type Piece } from './pieces.ts';

/** What is known of a file. */
type Known = {
  readonly heaviness: Heaviness;
  /** 0 where nothing is to be made of it. */
  readonly lengthSeconds: number;
  readonly pieces: Map<number, File>;
  /** Pieces that could not be made, or not be shown. */
  readonly given: Set<number>;
};

/** The file that pieces are made of. Only one is open, as what it is read and decoded into takes tens of megabytes. */
type Workshop = { readonly file: string; readonly source: Source; readonly maker: PieceMaker };

/** A second ffmpeg would fetch the file whole once more, and be too slow to make anything of it. */
const withoutFfmpeg: ProbeHooks = {
  onStarting: () => {
    throw new Error('only ffmpeg reads it');
  },
};

/**
 * Small files in memory that stand in for parts of videos that take long to seek in. They are made while nothing else is to be
 * done, first those around what is seen.
 */
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

  /** Tells whether there is time for it. What is being made waits between two frames. */
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
    // Closed in the middle of a reading, a source would leave its decoder open.
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

  /** What is to be made next; null when all is there. */
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

  /** Null for what cannot be opened, which is told by what shows it. */
  async #open(file: string): Promise<Source | null> {
    try {
      return (await openFile(await this.#files.read(file), () => undefined, withoutFfmpeg)).source;
    } catch {
      return null;
    }
  }

  /** Makes it the workshop. Null where nothing can be made of it, or it was forgotten. */
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

  /** Rejects once the file was forgotten. */
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
