import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

type Run = {
  /** The WebAssembly of onnxruntime. */
  readonly runtime: Uint8Array;
  readonly model: Uint8Array;
  readonly input: Float32Array;
  readonly dims: readonly number[];
};

/** Runs a model with one input. Returns its outputs in the model's order. */
export async function runOnnx(workerData: Run): Promise<Float32Array[]> {
  const worker = new Worker(new URL('run-onnx.worker.mjs', import.meta.url), { workerData });
  const [outputs]: Float32Array[][] = await once(worker, 'message');
  await worker.terminate();
  return outputs ?? [];
}
