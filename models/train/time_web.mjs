// Measures the milliseconds per image of models in onnxruntime-web, in WebAssembly:
//   node models/train/time_web.mjs THREADS MODEL.onnx ...
// Prints median and minimum of 40 runs after 5. On a busy machine, the minimum is more meaningful.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as ort from 'onnxruntime-web';

const [threads, ...files] = process.argv.slice(2);
ort.env.wasm.numThreads = Number(threads);
ort.env.logLevel = 'error';
for (const file of files) {
  const options = { executionProviders: ['wasm'], graphOptimizationLevel: 'all' };
  const session = await ort.InferenceSession.create(readFileSync(file), options);
  const [input] = session.inputMetadata;
  const count = input.shape.reduce((product, side) => product * side, 1);
  const data = Float32Array.from({ length: count }, (_, at) => ((at * 7919) % 1000) / 1000);
  const feeds = { [input.name]: new ort.Tensor('float32', data, input.shape) };
  const times = [];
  for (let run = 0; run < 45; run += 1) {
    const start = performance.now();
    await session.run(feeds);
    times.push(performance.now() - start);
  }
  const sorted = times.slice(5).sort((a, b) => a - b);
  process.stdout.write(`${basename(file)}: median ${sorted[20].toFixed(1)}, least ${sorted[0].toFixed(1)} ms\n`);
}
