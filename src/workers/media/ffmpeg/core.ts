import { Failure } from '#core/failure.ts';

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
  readonly filesystems: { readonly WORKERFS: unknown };
  mkdir(path: string): void;
  mount(type: unknown, options: { blobs: { name: string; data: Blob }[] }, path: string): void;
  /** With `canOwn` the file is `bytes` themselves, not a copy. */
  writeFile(path: string, bytes: Uint8Array, options?: { canOwn: boolean }): void;
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

/** `core-mt` runs on several threads, and needs a page that is cross-origin isolated. */
export type CoreName = 'core' | 'core-mt';

/**
 * The faster core that works here. In Firefox (seen in 153) the threads of `core-mt`, which are workers of a worker, hang more
 * often than not; what it would save there is lost in waiting for it.
 */
export const chooseCore = (): CoreName =>
  self.crossOriginIsolated && !navigator.userAgent.includes('Firefox/') ? 'core-mt' : 'core';

/** A core is some 32 MB and may come over a slow line. */
const fetchTimeoutMs = 180_000;

/** A core that the browser has compiled, which takes seconds and much memory: any number of ffmpegs may share one. */
export type CompiledCore = { readonly name: CoreName; readonly module: WebAssembly.Module };

/** Fetches and compiles a core. Throws INTERNAL, with a sentence that says what to do, when it cannot be fetched. */
export function compileCore(name: CoreName): Promise<CompiledCore> {
  return orNotHere(name, async () => {
    const response = await fetch(wasmUrl(name), { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) {
      throw new Error(`it was answered with ${response.status}`);
    }
    const isNamed = response.headers.get('Content-Type') === 'application/wasm';
    // Some hosts do not know the type, without which browsers do not compile a stream.
    const module = await (isNamed
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer()));
    return { name, module };
  });
}

/** Starts a core. Throws INTERNAL, with a sentence that says what to do, when its script cannot be fetched. */
export async function startCore({ name, module }: CompiledCore): Promise<FfmpegCore> {
  const url = scriptUrl(name);
  const loaded: unknown = await orNotHere(name, () => import(/* @vite-ignore */ url));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file without types that is fetched when it is needed
  const { default: create } = loaded as { default: (options: object) => Promise<FfmpegCore> };
  const files = { wasmURL: wasmUrl(name), workerURL: url.replace(/\.js$/, '.worker.js') };
  return create({
    // The core looks for its other files in the fragment of this address; that is its own convention.
    mainScriptUrlOrBlob: `${url}#${btoa(JSON.stringify(files))}`,
    // Emscripten's own hook for a module that is compiled already.
    instantiateWasm: (
      imports: WebAssembly.Imports,
      onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => unknown,
    ) => onInstance(new WebAssembly.Instance(module, imports), module),
  });
}

/** The cores are files of their own, under another licence than ours, beside the app's own. */
function scriptUrl(name: CoreName): string {
  // The scripts of a build lie in assets/.
  return new URL(`../ffmpeg/${name}/ffmpeg-core.js`, self.location.href).href;
}

const wasmUrl = (name: CoreName): string => scriptUrl(name).replace(/\.js$/, '.wasm');

async function orNotHere<T>(name: CoreName, fetchPart: () => Promise<T>): Promise<T> {
  try {
    return await fetchPart();
  } catch (cause) {
    throw new Failure('INTERNAL', {
      message:
        'The ffmpeg core, which this run needs, is not kept on this device yet and could not be fetched: connect to the network and try again.',
      details: { file: `ffmpeg/${name}/ffmpeg-core.js` },
      cause,
    });
  }
}
