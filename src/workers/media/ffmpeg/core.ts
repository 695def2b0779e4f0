import { Failure } from '#core/failure.ts';
import { toSiteAddress } from '#wire/site-root.ts';

/** What of the ffmpeg core (a build of ffmpeg by Emscripten, see ffmpegwasm.netlify.app) is used here. */
export interface FfmpegCore {
  readonly FS: FfmpegFileSystem;
  /** The exit code of the last call. */
  readonly ret: number;
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  /** To be called after each call, or the next one finds the state of this one. */
  reset(): void;
  setLogger(logger: (line: { message: string }) => void): void;
}

/** The file system inside, as Emscripten has it. */
interface FfmpegFileSystem {
  /** What an operation of a device throws, with its number in WASI, so that the program is told of it. */
  readonly ErrnoError: new (errno: number) => Error;
  readonly filesystems: { readonly WORKERFS: unknown };
  mkdir(path: string): void;
  mount(type: unknown, options: { blobs: { name: string; data: Blob }[] }, path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  unlink(path: string): void;
  makedev(major: number, minor: number): number;
  mkdev(path: string, mode: number, device: number): void;
  registerDevice(
    device: number,
    operations: {
      open(): void;
      close(): void;
      write(stream: unknown, heap: Int8Array, offset: number, length: number): number;
    },
  ): void;
}

/** A core is some 32 MB and may come over a slow line. */
const fetchTimeoutMs = 180_000;

/** Fetches and compiles the core. Throws INTERNAL, with a sentence that says what to do, when it cannot be fetched. */
export function compileCore(): Promise<WebAssembly.Module> {
  return orNotHere(async () => {
    const response = await fetch(wasmUrl(), { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) {
      throw new Error(`it was answered with ${response.status}`);
    }
    const isNamed = response.headers.get('Content-Type') === 'application/wasm';
    // Some hosts do not know the type, without which browsers do not compile a stream.
    return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  });
}

/** Starts a compiled core. Throws INTERNAL, with a sentence that says what to do, when its script cannot be fetched. */
export async function startCore(module: WebAssembly.Module): Promise<FfmpegCore> {
  const url = scriptUrl();
  const loaded: unknown = await orNotHere(() => import(/* @vite-ignore */ url));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file without types that is fetched when it is needed
  const { default: create } = loaded as { default: (options: object) => Promise<FfmpegCore> };
  return create({
    // The core looks for its other file in the fragment of this address; that is its own convention.
    mainScriptUrlOrBlob: `${url}#${btoa(JSON.stringify({ wasmURL: wasmUrl() }))}`,
    // Emscripten's own hook for a module that is compiled already.
    instantiateWasm: (
      imports: WebAssembly.Imports,
      onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
    ) => onInstance(new WebAssembly.Instance(module, imports), module),
  });
}

/** From the root of the site; the core is files of their own, under another licence than ours, beside the app's own. */
const scriptPath = 'ffmpeg/core/ffmpeg-core.js';

const scriptUrl = (): string => toSiteAddress(scriptPath).href;

const wasmUrl = (): string => scriptUrl().replace(/\.js$/, '.wasm');

async function orNotHere<T>(fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (cause) {
    throw new Failure('INTERNAL', {
      message:
        'The ffmpeg core, which this run needs, is not kept on this device yet and could not be fetched: connect to the network and try again.',
      details: { file: scriptPath },
      cause,
    });
  }
}
