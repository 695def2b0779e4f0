import { expose } from '#wire/remote.ts';
import { startCore, type FfmpegCore } from './core.ts';
import { isClosed, waitForRoom } from './gate.ts';

/**
 * What a stream sends: a line of ffmpeg's log that was asked for, a piece of output, and last that it has ended, with what
 * went wrong if something did.
 */
export type StreamMessage =
  | { readonly line: string }
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly end: { readonly failure: string | null } };

const mountPoint = '/in';
const devicePath = '/stream';
/** The last lines of the log that are kept to say what went wrong. */
const keptLines = 20;
/** The number of "broken pipe" in WASI. */
const brokenPipe = 64;

let core: FfmpegCore | null = null;
let lines: string[] = [];
let onLine: (line: string) => void = () => undefined;
let onOutput: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
let isAbandoned: () => boolean = () => false;

/** One ffmpeg. Calls block its thread while they run, so they come one after another. */
const ffmpeg = {
  async load(compiled: WebAssembly.Module): Promise<void> {
    core = await startCore(compiled);
    core.setLogger(({ message }) => {
      lines = [...lines.slice(1 - keptLines), message];
      onLine(message);
    });
    core.FS.mkdir(mountPoint);
    addStreamDevice(core);
  },

  /** Makes a file readable inside, at the path that is answered, without copying it. */
  mount(file: File): string {
    const { FS } = loaded();
    FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: 'input', data: file }] }, mountPoint);
    return `${mountPoint}/input`;
  },

  /** What ffprobe says of a mounted file, as JSON. */
  probe(path: string): string {
    const { FS } = loaded();
    const answer = '/probe.json';
    // This build's ffprobe sets no exit code: what counts is what it has written.
    FS.writeFile(answer, new TextEncoder().encode('{}'));
    const running = loaded();
    running.ffprobe('-v', 'error', '-show_format', '-show_streams', '-of', 'json', '-i', path, '-o', answer);
    running.reset();
    return new TextDecoder().decode(takeFile(FS, answer));
  },

  /**
   * Runs ffmpeg and sends what it writes to `/stream` through `port`, in pieces of `pieceBytes` (the last may be smaller),
   * and between them the lines of its log that hold `lineMark`. Where threads can share memory, `gate` counts the pieces on
   * their way: ffmpeg waits when there are too many, and ends when nobody reads on.
   */
  stream(
    args: string[],
    port: MessagePort,
    options: { pieceBytes: number; lineMark: string; gate: Int32Array | null },
  ): void {
    const pieces = new PieceCollector(options.pieceBytes, (piece) => {
      port.postMessage({ piece } satisfies StreamMessage, [piece.buffer]);
      waitForRoom(options.gate);
    });
    onLine = (line) => {
      if (options.lineMark !== '' && line.includes(options.lineMark)) {
        port.postMessage({ line } satisfies StreamMessage);
      }
    };
    onOutput = (bytes) => pieces.add(bytes);
    isAbandoned = () => isClosed(options.gate);
    let failure: string | null = null;
    try {
      call(args);
      pieces.end();
    } catch (thrown) {
      failure = String(thrown);
    } finally {
      port.postMessage({ end: { failure } } satisfies StreamMessage);
      onLine = () => undefined;
      onOutput = () => undefined;
      isAbandoned = () => false;
    }
  },
};

export type FfmpegWorker = typeof ffmpeg;

expose(ffmpeg);

function loaded(): FfmpegCore {
  if (!core) {
    throw new Error('ffmpeg is not loaded');
  }
  return core;
}

function call(args: string[]): void {
  const running = loaded();
  lines = [];
  const code = running.exec(...args);
  running.reset();
  if (code !== 0) {
    throw new Error(`ffmpeg ${args.join(' ')} ended with ${code}:\n${lines.join('\n')}`);
  }
}

function takeFile(files: FfmpegCore['FS'], path: string): Uint8Array<ArrayBuffer> {
  const bytes = files.readFile(path);
  files.unlink(path);
  return bytes;
}

/** A device whose written bytes go out at once instead of filling the memory. */
function addStreamDevice({ FS }: FfmpegCore): void {
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    write: (_stream, heap, offset, length) => {
      // An error of the device is what ends ffmpeg in good order; else it would decode to the end of the file.
      if (isAbandoned()) {
        throw new FS.ErrnoError(brokenPipe);
      }
      onOutput(new Uint8Array(heap.slice(offset, offset + length).buffer));
      return length;
    },
  });
  FS.mkdev(devicePath, 0o666, device);
}

/** Collects bytes to pieces of one size. */
class PieceCollector {
  readonly #size: number;
  readonly #onPiece: (piece: Uint8Array<ArrayBuffer>) => void;
  #piece: Uint8Array<ArrayBuffer>;
  #filled = 0;

  constructor(size: number, onPiece: (piece: Uint8Array<ArrayBuffer>) => void) {
    this.#size = size;
    this.#onPiece = onPiece;
    this.#piece = new Uint8Array(size);
  }

  add(bytes: Uint8Array): void {
    let rest = bytes;
    while (rest.length > 0) {
      const part = rest.subarray(0, this.#size - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === this.#size) {
        this.#send(this.#piece);
      }
    }
  }

  end(): void {
    if (this.#filled > 0) {
      this.#send(this.#piece.slice(0, this.#filled));
    }
  }

  #send(piece: Uint8Array<ArrayBuffer>): void {
    this.#piece = new Uint8Array(this.#size);
    this.#filled = 0;
    this.#onPiece(piece);
  }
}
