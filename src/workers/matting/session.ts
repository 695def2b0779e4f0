import * as ort from 'onnxruntime-web/wasm';

/** Addresses of the two files of one build of onnxruntime: its WebAssembly and the script that starts it. */
type BuildFiles = { readonly wasm: string; readonly mjs: string };

/** Where onnxruntime finds its files. They lie on our own origin, so that neither a CDN nor a blob: script is needed. */
export type RuntimeFiles = { readonly cpu: BuildFiles; readonly gpu: BuildFiles };

/** Errors only: which operator runs on which device is no news to a user's console. */
const logSeverityLevel = 3;

export type Tensor = ort.Tensor;

/** A model that is ready to run. */
export type Session = {
  readonly inputs: readonly ort.InferenceSession.ValueMetadata[];
  readonly outputNames: readonly string[];
  /** Only the outputs named are handed out; `dispose` each of them that lies on the GPU. */
  run(feeds: Record<string, Tensor>, outputNames: readonly string[]): Promise<Record<string, Tensor>>;
  toTensor(data: Float32Array, dims: readonly number[]): Tensor;
  release(): Promise<void>;
};

/**
 * Opens `bytes` (an ONNX file) on the CPU. `files` is null where onnxruntime finds its own files, as it does in Node. The
 * first session of a thread settles the number of threads for all. Throws what onnxruntime throws when the file is no
 * model that it can run.
 */
export async function openCpuSession(
  bytes: Uint8Array,
  files: RuntimeFiles | null,
  threadCount: number,
): Promise<Session> {
  configure(ort.env, files?.cpu ?? null, threadCount);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'], logSeverityLevel });
  return toSession(session, ort);
}

/**
 * Opens `bytes` on the GPU. The outputs named `kept` stay there, as the next run takes them as inputs. Throws what
 * onnxruntime throws, for one when a WebGPU device cannot be had.
 */
export async function openGpuSession(
  bytes: Uint8Array,
  files: RuntimeFiles,
  kept: readonly string[],
): Promise<Session> {
  // Loaded late: it brings its own 26 MB of WebAssembly, of which a machine without a GPU needs nothing.
  const gpuOrt = await import('onnxruntime-web/webgpu');
  configure(gpuOrt.env, files.gpu, 1);
  const session = await gpuOrt.InferenceSession.create(bytes, {
    executionProviders: ['webgpu'],
    logSeverityLevel,
    preferredOutputLocation: Object.fromEntries(kept.map((name) => [name, 'gpu-buffer'])),
  });
  return toSession(session, ort);
}

/** True where WebGPU is backed by hardware: a software adapter is slower than the CPU that it runs on. */
export async function hasGpu(): Promise<boolean> {
  try {
    const adapter = await globalThis.navigator?.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    return adapter ? !adapter.info.isFallbackAdapter : false;
  } catch {
    return false;
  }
}

/**
 * With a script of its own on our origin, onnxruntime starts its threads as module workers from that very address: a
 * policy of `script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'` lets it. The script that is built into its bundle
 * would start the whole bundle again as each thread instead, and the proxy would make a worker from a blob.
 */
function configure(env: ort.Env, files: BuildFiles | null, threadCount: number): void {
  env.logLevel = 'error';
  env.wasm.numThreads = threadCount;
  env.wasm.proxy = false;
  if (files) {
    env.wasm.wasmPaths = files;
  }
}

/** `session` as the rest sees it; `Tensor` is the class of the build of onnxruntime that opened it. */
export function toSession(session: ort.InferenceSession, { Tensor }: Pick<typeof ort, 'Tensor'>): Session {
  return {
    inputs: session.inputMetadata,
    outputNames: session.outputNames,
    run: (feeds, outputNames) => session.run(feeds, outputNames),
    toTensor: (data, dims) => new Tensor('float32', data, dims),
    release: () => session.release(),
  };
}
