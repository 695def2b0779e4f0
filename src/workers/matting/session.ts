import * as ort from 'onnxruntime-web/wasm';

/** The addresses of a build of onnxruntime: its WebAssembly and its script. */
type BuildFiles = { readonly wasm: string; readonly mjs: string };

/** The addresses of onnxruntime's builds. They are on our own origin, so neither a CDN nor a blob: script is needed. */
export type RuntimeFiles = { readonly cpu: BuildFiles; readonly gpu: BuildFiles };

/** The log level that shows errors only. A user's console needs no news of operators and devices. */
const logSeverityLevel = 3;

export type Tensor = ort.Tensor;

/** An open model, ready to run. */
export type Session = {
  readonly inputs: readonly ort.InferenceSession.ValueMetadata[];
  readonly outputNames: readonly string[];
  /** Runs the model and gives the named outputs. `dispose` each of them that lies on the GPU. */
  run(feeds: Record<string, Tensor>, outputNames: readonly string[]): Promise<Record<string, Tensor>>;
  toTensor(data: Float32Array | BigInt64Array, dims: readonly number[]): Tensor;
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
  // Loaded late, as it brings 26 MB of WebAssembly that is useless without a GPU.
  const gpuOrt = await import('onnxruntime-web/webgpu');
  configure(gpuOrt.env, files.gpu, 1);
  const session = await gpuOrt.InferenceSession.create(bytes, {
    // In the other order, its default, it computes convolutions of 6, 9 or 171 channels wrongly (a multiple of three, not of four).
    executionProviders: [{ name: 'webgpu', preferredLayout: 'NCHW' }],
    logSeverityLevel,
    preferredOutputLocation: Object.fromEntries(kept.map((name) => [name, 'gpu-buffer'])),
  });
  return toSession(session, ort);
}

/** Whether WebGPU has hardware behind it. A software adapter is slower than the CPU. */
export async function hasGpu(): Promise<boolean> {
  try {
    // A Chromium that has just begun may say none to whoever asks first, and gives one to the next.
    const adapter = (await requestAdapter()) ?? (await requestAdapter());
    return adapter ? !adapter.info.isFallbackAdapter : false;
  } catch {
    return false;
  }
}

const requestAdapter = async (): Promise<GPUAdapter | null> =>
  (await globalThis.navigator?.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null;

/**
 * Configures onnxruntime to load its own script from our origin. Its threads then start as module workers from that
 * address, which `script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'` allows. The script inside its bundle would
 * start the whole bundle again in each thread. The proxy would start a worker from a blob.
 */
function configure(env: ort.Env, files: BuildFiles | null, threadCount: number): void {
  env.logLevel = 'error';
  env.wasm.numThreads = threadCount;
  env.wasm.proxy = false;
  if (files) {
    env.wasm.wasmPaths = files;
  }
}

/** Wraps `session`. `Tensor` is the class of the onnxruntime build that opened it. */
export function toSession(session: ort.InferenceSession, { Tensor }: Pick<typeof ort, 'Tensor'>): Session {
  return {
    inputs: session.inputMetadata,
    outputNames: session.outputNames,
    run: (feeds, outputNames) => session.run(feeds, outputNames),
    toTensor: (data, dims) =>
      data instanceof BigInt64Array ? new Tensor('int64', data, dims) : new Tensor('float32', data, dims),
    release: () => session.release(),
  };
}
