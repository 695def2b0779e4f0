import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { RuntimeFiles } from '#workers/matting/session.ts';

/** onnxruntime resolves addresses against files of its own, so they have to be whole. */
const toAddress = (url: string): string => new URL(url, self.location.href).href;

/** Where a build has put the files of onnxruntime. */
export const runtimeFiles: RuntimeFiles = {
  cpu: { mjs: toAddress(cpuMjs), wasm: toAddress(cpuWasm) },
  gpu: { mjs: toAddress(gpuMjs), wasm: toAddress(gpuWasm) },
};
