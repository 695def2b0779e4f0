import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileAssemblyScript } from '../assembly-script.ts';
import { listBodies, listSectionIds, withBodies } from './function-bodies.ts';

/** `fused` needs an engine with relaxed SIMD, `plain` runs everywhere and gives what onnxruntime's own gives, to the bit. */
export const variants = ['fused', 'plain'] as const;
export type Variant = (typeof variants)[number];

/** Functions of onnxruntime's WebAssembly by the SHA-256 of their bodies, and what takes their place. */
const replacements = [
  // MlasSgemmKernelZero
  { sha256: 'f7728808b5f87253962b9f639f830459c0961fbc2cd2f8463534e97ae5a7e534', file: 'store-product.ts' },
  // MlasSgemmKernelAdd
  { sha256: '9e72cc3a5fb5a445d440bf86c3de4b8bb338ee3773f763c730af6227034c8f08', file: 'add-product.ts' },
  // What `UpsampleBilinear` does with one channel.
  { sha256: '7ae48c897c37596fc66388dbd52de68f75db9da5247dbef90c6fdb6cdd6aa6bc', file: 'enlarge.ts' },
  // MlasConvIm2Col
  { sha256: '181e897d71437515ae2ddfa0c23c612b89343509415c50f1afc5fabd70b35082', file: 'im2col.ts' },
] as const;

type KernelFile = (typeof replacements)[number]['file'];

/** Nothing but types, a memory, a function and its name: what a body that moves to another module may rest on. */
const allowedSectionIds = new Set([0, 1, 2, 3, 7, 10]);

const original = 'ort-wasm-simd-threaded.wasm';
const prefix = 'offcut:onnxruntime-';

/**
 * Lets the product import `offcut:onnxruntime-fused.wasm?url` and `...-plain.wasm?url`: onnxruntime with kernels of our own;
 * see docs/decisions/0013.
 */
export function fasterOnnxruntime(): Plugin {
  return {
    name: 'offcut-faster-onnxruntime',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      const variant = variants.find((name) => id === `\0${prefix}${name}.wasm?url`);
      if (!variant) {
        return null;
      }
      const source = await buildOnce(variant);
      const file = this.emitFile({ type: 'asset', name: `ort-wasm-simd-threaded-${variant}.wasm`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
    generateBundle(_options, bundle) {
      // The script of onnxruntime names its own file, for those who do not say where it lies.
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === 'asset' && output.names.includes(original)) {
          delete bundle[file];
        }
      }
    },
  };
}

const built = new Map<Variant, Promise<Uint8Array>>();

function buildOnce(variant: Variant): Promise<Uint8Array> {
  const bytes = built.get(variant) ?? buildOnnxruntime(variant);
  built.set(variant, bytes);
  return bytes;
}

/** Throws when onnxruntime-web is another one than that whose functions are known. */
export async function buildOnnxruntime(variant: Variant): Promise<Uint8Array> {
  const wasm = await readOnnxruntime();
  const bodies = listBodies(wasm);
  for (const { file } of replacements) {
    bodies[findReplaced(bodies, file)] = readBody(await compileKernel(file, variant), file);
  }
  return withBodies(wasm, bodies);
}

/** Where the function that `file` replaces is among those of onnxruntime as it is published. */
export function findReplaced(bodies: readonly Uint8Array[], file: KernelFile): number {
  const sha256 = replacements.find((one) => one.file === file)?.sha256;
  const index = bodies.findIndex((body) => createHash('sha256').update(body).digest('hex') === sha256);
  if (index < 0) {
    throw new Error(`onnxruntime-web has changed: the function that ${file} replaces is no longer in it`);
  }
  return index;
}

export const readOnnxruntime = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve(`onnxruntime-web/${original}`));

/** The module of one kernel. It imports the memory `env.memory`, shared as that of onnxruntime is. */
export function compileKernel(file: KernelFile, variant: Variant): Promise<Uint8Array> {
  const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
  const relaxedSimd = variant === 'fused' ? ['--enable', 'relaxed-simd'] : [];
  return compileAssemblyScript(join(import.meta.dirname, 'assembly', file), [...sharedMemory, ...relaxedSimd]);
}

function readBody(kernel: Uint8Array, file: KernelFile): Uint8Array {
  const [body, ...others] = listBodies(kernel);
  const isAlone = listSectionIds(kernel).every((id) => allowedSectionIds.has(id));
  if (!body || others.length > 0 || !isAlone) {
    throw new Error(`${file} has to compile to one function that needs nothing but the memory`);
  }
  return body;
}
