import fusedWasm from 'offcut:onnxruntime-fused.wasm?url';
import plainWasm from 'offcut:onnxruntime-plain.wasm?url';
import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import type { RuntimeFiles } from '#workers/matting/session.ts';

/** A module with one function that uses `f32x4.relaxed_madd`, to detect relaxed SIMD, which Safari lacks. */
const relaxedSimdModule = Uint8Array.from(atob('AGFzbQEAAAABBAFgAAADAgEAChQBEgBBAP0PQQD9D0EA/Q/9hQIaCw=='), (letter) =>
  letter.charCodeAt(0),
);

/** Returns an absolute URL, because onnxruntime resolves relative ones against its own script. */
const toAddress = (url: string): string => new URL(url, self.location.href).href;

const cpuWasm = WebAssembly.validate(relaxedSimdModule) ? fusedWasm : plainWasm;

/** The URLs of onnxruntime's files in this build. */
export const runtimeFiles: RuntimeFiles = {
  cpu: { mjs: toAddress(cpuMjs), wasm: toAddress(cpuWasm) },
  gpu: { mjs: toAddress(gpuMjs), wasm: toAddress(gpuWasm) },
};
