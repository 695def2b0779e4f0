import cpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuMjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url';
import { modelManifest } from '#core/models.ts';
import type { MattingRunner } from '#core/runners.ts';
import { expose, transfer } from '#wire/remote.ts';
import { createMatting } from '#workers/matting/matting.ts';
import { fetchFrom } from '#workers/matting/model-file.ts';
import manifest from '../../../models/manifest.json' with { type: 'json' };

/** onnxruntime resolves addresses against files of its own, so they have to be whole. */
const toAddress = (url: string): string => new URL(url, self.location.href).href;

const matting = createMatting({
  manifest: modelManifest.parse(manifest),
  // The scripts of a build lie in assets/, and the models beside that folder.
  loadFile: fetchFrom(new URL('../models/', self.location.href)),
  runtimeFiles: {
    cpu: { mjs: toAddress(cpuMjs), wasm: toAddress(cpuWasm) },
    gpu: { mjs: toAddress(gpuMjs), wasm: toAddress(gpuWasm) },
  },
});

const runner: MattingRunner = {
  load: (request) => matting.load(request),
  reset: () => matting.reset(),
  matte: async (picture) => {
    const matte = await matting.matte(picture);
    return transfer(matte, [matte.alpha.buffer]);
  },
};

expose(runner);
