import { parentPort, workerData } from 'node:worker_threads';
import * as ort from 'onnxruntime-web/wasm';

/**
 * Runs one model once, with `runtime` as the WebAssembly of onnxruntime, in a separate thread because a thread has only
 * one.
 */
const { runtime, model, input, dims } = workerData;
ort.env.logLevel = 'error';
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmBinary = runtime;
const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
const [name] = session.inputNames;
const outputs = await session.run({ [name]: new ort.Tensor('float32', input, dims) });
parentPort.postMessage(session.outputNames.map((one) => outputs[one].data));
