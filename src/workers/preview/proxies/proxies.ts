import type { ProbeHooks } from '#core/runners.ts';
import { Waiter } from '#core/waiter.ts';
import { openFile } from '../../media/source/open-source.ts';
import type { MediaFiles } from '../../media/source/media-file.ts';
import type { ProxyPlace, ProxyShelf, SeenTime } from '../../media/render/proxy-shelf.ts';
import type { Source } from '../../media/source/source.ts';
import { heavinessOf, type Heaviness } from './heaviness.ts';
import { PieceMaker } from './make-piece.ts';
import { listTooMany, nextPiece, pieceAt, pieceSeconds, reachOf, timeInPiece, type Piece } from './pieces.ts';

/** What is known of a file. `maker` is null where there is nothing to be made. */
type Known = {
  readonly heaviness: Heaviness;
  readonly maker: PieceMaker | null;
  readonly source: Source | null;
  readonly pieces: Map<number, File>;
  /** Pieces that could not be made. */
  readonly given: Set<number>;
};

const light: Omit<Known, 'pieces' | 'given'> = { heaviness: null, maker: null, source: null };

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
  /** What a piece is being made of. */
  #making: Known | null = null;
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
    const space = id.indexOf(' ');
    const piece = this.#known.get(id.slice(space + 1))?.pieces.get(Number(id.slice(0, space)));
    return piece ? (await openFile(piece, () => undefined)).source : null;
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
    for (const [file, known] of this.#known) {
      if (!files.has(file)) {
        this.#known.delete(file);
        // Closed in the middle of a reading, a source would leave its decoder open.
        if (known !== this.#making) {
          closeSource(known);
        }
      }
    }
    this.#waiter.wake();
  }

  async #work(): Promise<void> {
    if (this.#isAtWork) {
      return;
    }
    this.#isAtWork = true;
    for (let job = this.#next(); job && this.#isFree; job = this.#next()) {
      await job();
    }
    this.#isAtWork = false;
  }

  /** What is to be made next; null when all is there. */
  #next(): (() => Promise<void>) | null {
    const reachPieces = reachOf(this.#listPieces().reduce((sum, { size }) => sum + size, 0));
    for (const { file, seconds } of this.#seen) {
      const known = this.#known.get(file);
      if (!known) {
        return () => this.#look(file);
      }
      const { startSeconds = 0, endSeconds = 0 } = known.source?.whole ?? {};
      const part = { lengthSeconds: endSeconds - startSeconds, reachPieces };
      const index = known.maker && nextPiece(seconds, part, (one) => known.pieces.has(one) || known.given.has(one));
      if (known.maker && index !== null) {
        const { maker } = known;
        return () => this.#make(file, { known, maker, index });
      }
    }
    return null;
  }

  async #look(file: string): Promise<void> {
    const none = { pieces: new Map<number, File>(), given: new Set<number>() };
    this.#known.set(file, { ...light, ...none });
    let opened: Source | null = null;
    try {
      const { source } = await openFile(await this.#files.read(file), () => undefined, withoutFfmpeg);
      opened = source;
      const heaviness = source && (await heavinessOf(source));
      const maker = source && heaviness && (await PieceMaker.open(source, this.#longSidePx));
      if (source && maker && this.#known.has(file)) {
        this.#known.set(file, { heaviness, maker, source, ...none });
        return;
      }
    } catch {
      // What cannot be opened or read is told by what shows it.
    }
    await opened?.close().catch(() => undefined);
  }

  async #make(file: string, { known, maker, index }: Wanted): Promise<void> {
    const part = { startSeconds: index * pieceSeconds, endSeconds: (index + 1) * pieceSeconds };
    const isKnown = (): boolean => this.#known.get(file) === known;
    this.#making = known;
    const piece = await maker.make(part, () => this.#untilFree(isKnown)).catch(() => null);
    this.#making = null;
    if (!isKnown()) {
      closeSource(known);
    } else if (piece) {
      known.pieces.set(index, piece);
      this.#makeRoom();
    } else {
      known.given.add(index);
    }
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

/** A piece that is to be made. */
type Wanted = { readonly known: Known; readonly maker: PieceMaker; readonly index: number };

function closeSource({ source }: Known): void {
  void source?.close().catch(() => undefined);
}
