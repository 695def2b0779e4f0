import fusedWasm from 'offcut:onnxruntime-fused.wasm?url';
import plainWasm from 'offcut:onnxruntime-plain.wasm?url';
import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { RuntimeFiles } from '#workers/matting/session.ts';

/** A module whose one function has `f32x4.relaxed_madd`. Safari does not know relaxed SIMD yet. */
const relaxedSimdModule = Uint8Array.from(atob('AGFzbQEAAAABBAFgAAADAgEAChQBEgBBAP0PQQD9D0EA/Q/9hQIaCw=='), (letter) =>
  letter.charCodeAt(0),
);

/** onnxruntime resolves addresses against files of its own, so they have to be whole. */
const toAddress = (url: string): string => new URL(url, self.location.href).href;

const cpuWasm = WebAssembly.validate(relaxedSimdModule) ? fusedWasm : plainWasm;

/** Where a build has put the files of onnxruntime. */
export const runtimeFiles: RuntimeFiles = {
  cpu: { mjs: toAddress(cpuMjs), wasm: toAddress(cpuWasm) },
  gpu: { mjs: toAddress(gpuMjs), wasm: toAddress(gpuWasm) },
};
