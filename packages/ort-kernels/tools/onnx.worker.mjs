import { parentPort, workerData } from 'node:worker_threads';
import * as ort from 'onnxruntime-web/wasm';

// Each thread has one WebAssembly of onnxruntime, which the first session starts.
ort.env.logLevel = 'error';
ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmBinary = workerData.runtime;
let session;

parentPort.on('message', (message) => void answer(message));

async function answer(message) {
  try {
    parentPort.postMessage(message.model ? await open(message.model) : await run(message.inputs));
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
}

async function open(model) {
  await session?.release();
  session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  return session.inputMetadata.map(({ name, type, shape }) => ({ name, type, dims: [...shape] }));
}

async function run(inputs) {
  const feeds = inputs.map(({ name, data, dims }) => [name, new ort.Tensor('float32', data, dims)]);
  const start = performance.now();
  const outputs = await session.run(Object.fromEntries(feeds));
  const milliseconds = performance.now() - start;
  return { milliseconds, outputs: session.outputNames.map((name) => outputs[name].data) };
}
