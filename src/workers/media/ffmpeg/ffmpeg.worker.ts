import { expose } from '#wire/remote.ts';
import { startCore, type FfmpegCore } from './core.ts';
import { isClosed, waitForRoom } from './gate.ts';

/** A message of a stream: a requested line of the log, a chunk of output, or finally the end, with an error if there was one. */
export type StreamMessage =
  | { readonly line: string }
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly end: { readonly failure: string | null } };

const mountPoint = '/in';
const devicePath = '/stream';
/** The number of last log lines that an error message contains. */
const keptLines = 20;
/** The number of "broken pipe" in WASI. */
const brokenPipe = 64;

let core: FfmpegCore | null = null;
let lines: string[] = [];
let onLine: (line: string) => void = () => undefined;
let onOutput: (bytes: Uint8Array<ArrayBuffer>) => void = () => undefined;
let isAbandoned: () => boolean = () => false;

/** One instance of ffmpeg. Its calls block the thread, and therefore run one after another. */
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

  /** Mounts a file without copying it. Returns its path. */
  mount(file: File): string {
    const { FS } = loaded();
    FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: 'input', data: file }] }, mountPoint);
    return `${mountPoint}/input`;
  },

  /** Returns the JSON output of ffprobe for a mounted file. */
  probe(path: string): string {
    const { FS } = loaded();
    const answer = '/probe.json';
    // The ffprobe of this build sets no exit code; only its output counts.
    FS.writeFile(answer, new TextEncoder().encode('{}'));
    const running = loaded();
    running.ffprobe('-v', 'error', '-show_format', '-show_streams', '-of', 'json', '-i', path, '-o', answer);
    running.reset();
    return new TextDecoder().decode(takeFile(FS, answer));
  },

  /**
   * Runs ffmpeg. Sends its output to `/stream` through `port`, in chunks of `pieceBytes` (the last may be smaller), and between
   * them the lines of its log that contain `lineMark`. If threads can share memory, `gate` counts the chunks in transit: ffmpeg
   * waits when there are too many, and ends when the reader stops.
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

/** Adds a device that sends the written bytes at once instead of storing them in memory. */
function addStreamDevice({ FS }: FfmpegCore): void {
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    open: () => undefined,
    close: () => undefined,
    write: (_stream, heap, offset, length) => {
      // An error of the device ends ffmpeg cleanly; otherwise it would decode to the end of the file.
      if (isAbandoned()) {
        throw new FS.ErrnoError(brokenPipe);
      }
      onOutput(new Uint8Array(heap.slice(offset, offset + length).buffer));
      return length;
    },
  });
  FS.mkdev(devicePath, 0o666, device);
}

/** Collects bytes into chunks of equal size. */
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
