import type { Plugin } from 'vite';
import { addKernels, readPublished, variants, type Published, type WithKernels } from '#ort-kernels';
import { emitFile } from './emit-file.ts';

const original = 'ort-wasm-simd-threaded.wasm';
const prefix = 'offcut:onnxruntime-';

/** The warnings of this process. A build runs the plugin several times, but prints each warning once. */
const printed = new Set<string>();

/**
 * A Vite plugin for `offcut:onnxruntime-fused.wasm?url` and `...-plain.wasm?url`: onnxruntime with the kernels of
 * `packages/ort-kernels`. If they do not know this onnxruntime, its functions stay as published, and the plugin warns.
 */
export function fasterOnnxruntime(read: () => Promise<Published> = readPublished): Plugin {
  return {
    name: 'offcut-faster-onnxruntime',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      const variant = variants.find((name) => id === `\0${prefix}${name}.wasm?url`);
      if (!variant) {
        return null;
      }
      const { wasm: published, version } = await read();
      const { wasm, missing } = addKernels(published, variant);
      const warning = toWarning(version, missing);
      if (warning && !printed.has(warning)) {
        printed.add(warning);
        this.warn(warning);
      }
      return `export default ${emitFile(this, `ort-wasm-simd-threaded-${variant}.wasm`, wasm)}`;
    },
    generateBundle(_options, bundle) {
      // The script of onnxruntime references its own file as a default, which the product never uses.
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === 'asset' && output.names.includes(original)) {
          delete bundle[file];
        }
      }
    },
  };
}

const toWarning = (version: string, missing: WithKernels['missing']): string | null =>
  missing.length === 0
    ? null
    : `onnxruntime-web ${version} has no function that these kernels know: ${missing.join(', ')}. Its own functions are used. ` +
      'Models give the same results, but run slower. See packages/ort-kernels/README.md.';
