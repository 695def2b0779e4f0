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

/** `core-mt` runs on several threads, and needs a page that is cross-origin isolated. */
export type CoreName = 'core' | 'core-mt';

/**
 * The faster core that works here. In Firefox (seen in 153) the threads of `core-mt`, which are workers of a worker, hang more
 * often than not; what it would save there is lost in waiting for it.
 */
export const chooseCore = (): CoreName =>
  self.crossOriginIsolated && !navigator.userAgent.includes('Firefox/') ? 'core-mt' : 'core';

/** The cores are files of their own, under another licence than ours, beside the app's own. */
function coreUrl(name: CoreName): string {
  // The scripts of a build lie in assets/.
  return new URL(`../ffmpeg/${name}/ffmpeg-core.js`, self.location.href).href;
}

/** Fetches and starts a core. Throws INTERNAL, with a sentence that says what to do, when it cannot be fetched. */
export async function loadCore(name: CoreName): Promise<FfmpegCore> {
  const url = coreUrl(name);
  const loaded: unknown = await import(/* @vite-ignore */ url).catch((cause: unknown) => {
    throw new Failure('INTERNAL', {
      message:
        'The ffmpeg core, which this run needs, is not kept on this device yet and could not be fetched: connect to the network and try again.',
      details: { file: `ffmpeg/${name}/ffmpeg-core.js` },
      cause,
    });
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file without types that is fetched when it is needed
  const { default: create } = loaded as { default: (options: object) => Promise<FfmpegCore> };
  const files = { wasmURL: url.replace(/\.js$/, '.wasm'), workerURL: url.replace(/\.js$/, '.worker.js') };
  // The core looks for its other files in the fragment of this address; that is its own convention.
  return create({ mainScriptUrlOrBlob: `${url}#${btoa(JSON.stringify(files))}` });
}
