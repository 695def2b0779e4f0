import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/** The declaration of an input. A dimension without a fixed size is a name. */
type InputType = { readonly name: string; readonly type: string; readonly dims: readonly (number | string)[] };

export type Input = { readonly name: string; readonly data: Float32Array; readonly dims: readonly number[] };

/** The result of a model: its outputs in the order of the model, and the time that onnxruntime took. */
type Run = { readonly outputs: readonly Float32Array[]; readonly milliseconds: number };

/** A thread with onnxruntime for the CPU, which runs one model after another. `runtime` is its WebAssembly. */
export class OnnxWorker {
  readonly #worker: Worker;

  constructor(runtime: Uint8Array) {
    // Node 20 knows relaxed SIMD only with this flag.
    setFlagsFromString('--experimental-wasm-relaxed-simd');
    this.#worker = new Worker(new URL('onnx.worker.mjs', import.meta.url), { workerData: { runtime } });
  }

  /** Opens an ONNX file. Returns the declarations of its inputs. */
  open(model: Uint8Array): Promise<InputType[]> {
    return this.#ask({ model });
  }

  /** Runs the model that was opened last. */
  run(inputs: readonly Input[]): Promise<Run> {
    return this.#ask({ inputs });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask<Answer extends object>(message: object): Promise<Answer> {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage(message);
    const [content]: (Answer | { error: string })[] = await answer;
    if (!content || 'error' in content) {
      throw new Error(content?.error ?? 'The thread of onnxruntime sent an empty message');
    }
    return content;
  }
}

/** Runs a model with one input once. Returns its outputs. */
export async function runOnce(
  runtime: Uint8Array,
  model: Uint8Array,
  input: Omit<Input, 'name'>,
): Promise<readonly Float32Array[]> {
  const worker = new OnnxWorker(runtime);
  try {
    const [{ name } = { name: '' }] = await worker.open(model);
    const { outputs } = await worker.run([{ name, ...input }]);
    return outputs;
  } finally {
    await worker.close();
  }
}
