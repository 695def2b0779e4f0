import * as ort from 'onnxruntime-web/wasm';

/** The URLs of a build of onnxruntime: its WebAssembly and its script. */
type BuildFiles = { readonly wasm: string; readonly mjs: string };

/** The URLs of onnxruntime's builds. They are on our own origin, so neither a CDN nor a blob: script is needed. */
export type RuntimeFiles = { readonly cpu: BuildFiles; readonly gpu: BuildFiles };

/** The log level that shows errors only; a user's console needs no messages about operators and devices. */
const logSeverityLevel = 3;

export type Tensor = ort.Tensor;

/** An open model, ready to run. */
export type Session = {
  readonly inputs: readonly ort.InferenceSession.ValueMetadata[];
  readonly outputNames: readonly string[];
  /** Runs the model and returns the named outputs. Call `dispose` on outputs on the GPU. */
  run(feeds: Record<string, Tensor>, outputNames: readonly string[]): Promise<Record<string, Tensor>>;
  toTensor(data: Float32Array | BigInt64Array, dims: readonly number[]): Tensor;
  release(): Promise<void>;
};

/**
 * Opens `bytes` (an ONNX file) on the CPU. `files` is null if onnxruntime finds its own files, as in Node. The
 * first session of a thread determines the number of threads for all. Throws the error of onnxruntime if the file is not a
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

/** An ONNX file with one `Identity`. */
const smallestModel = 'CAg6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCAhAR';

/**
 * Loads and compiles onnxruntime for the CPU, which takes longer than opening a model. Sessions that are opened meanwhile wait for
 * the same load. The number of threads is as in `openCpuSession`.
 */
export async function loadCpuRuntime(files: RuntimeFiles | null, threadCount: number): Promise<void> {
  const bytes = Uint8Array.from(atob(smallestModel), (letter) => letter.charCodeAt(0));
  const session = await openCpuSession(bytes, files, threadCount);
  await session.release();
}

/**
 * Opens `bytes` on the GPU. The outputs named `kept` stay there, because they are inputs of the next run. Throws the error of
 * onnxruntime, for example if there is no WebGPU device.
 */
export async function openGpuSession(
  bytes: Uint8Array,
  files: RuntimeFiles,
  kept: readonly string[],
): Promise<Session> {
  // Loaded on demand, because its 26 MB of WebAssembly are useless without a GPU.
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

/** Returns whether WebGPU has a hardware adapter. A software adapter is slower than the CPU. */
export async function hasGpu(): Promise<boolean> {
  try {
    // Shortly after its start, Chromium can return no adapter to the first request, and one to the next.
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
