import { Failure } from '#core/lib/failure.ts';
import { toSiteAddress } from '#wire/site-root.ts';

/** The part of the API of the ffmpeg core (a build of ffmpeg by Emscripten, see ffmpegwasm.netlify.app) that is used here. */
export interface FfmpegCore {
  readonly FS: FfmpegFileSystem;
  /** The exit code of the last call. */
  readonly ret: number;
  exec(...args: string[]): number;
  ffprobe(...args: string[]): number;
  /** Must be called after each call; otherwise the next one starts with its state. */
  reset(): void;
  setLogger(logger: (line: { message: string }) => void): void;
}

/** The part of Emscripten's file system API that is used here. */
interface FfmpegFileSystem {
  /** The error that a device operation throws, with an error number of WASI, which ffmpeg receives. */
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

/** A core is some 32 MB, and the connection may be slow. */
const fetchTimeoutMs = 180_000;

/** Fetches and compiles the core. Throws INTERNAL, with a message that says what to do, if it cannot be fetched. */
export function compileCore(): Promise<WebAssembly.Module> {
  return orNotHere(async () => {
    const response = await fetch(wasmUrl(), { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) {
      throw new Error(`the server responded with status ${response.status}`);
    }
    const isNamed = response.headers.get('Content-Type') === 'application/wasm';
    // Some hosts send another content type, with which browsers do not compile a stream.
    return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  });
}

/** Starts a compiled core. Throws INTERNAL, with a message that says what to do, if its script cannot be fetched. */
export async function startCore(module: WebAssembly.Module): Promise<FfmpegCore> {
  const url = scriptUrl();
  const loaded: unknown = await orNotHere(() => import(/* @vite-ignore */ url));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file without types that is fetched when needed
  const { default: create } = loaded as { default: (options: object) => Promise<FfmpegCore> };
  return create({
    // The core reads the URL of its WASM file from the fragment of this URL.
    mainScriptUrlOrBlob: `${url}#${btoa(JSON.stringify({ wasmURL: wasmUrl() }))}`,
    // Emscripten's hook for a module that is already compiled.
    instantiateWasm: (
      imports: WebAssembly.Imports,
      onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
    ) => onInstance(new WebAssembly.Instance(module, imports), module),
  });
}

/** The path from the root of the site. The core has its own files next to those of the app, because it has another licence. */
const scriptPath = 'ffmpeg/core/ffmpeg-core.js';

const scriptUrl = (): string => toSiteAddress(scriptPath).href;

const wasmUrl = (): string => scriptUrl().replace(/\.js$/, '.wasm');

async function orNotHere<T>(fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (cause) {
    throw new Failure('INTERNAL', {
      message:
        'This run needs the ffmpeg core, which is not stored on this device and could not be downloaded. Connect to the network and try again.',
      details: { file: scriptPath },
      cause,
    });
  }
}
