import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileAssemblyScript } from '../assembly-script.ts';
import { askingFirst, listBodies, listSectionIds, withBodies, withFunctions } from './function-bodies.ts';

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

/** The same for functions that stay, but ask the kernel first whether it does what they are called for. */
const shortcuts = [
  // MlasConvOperation
  {
    sha256: '495a286b53968b5f935891dd8c1844e4bc1cbcd9a3abc076079660f0fd323a5f',
    file: 'depthwise.ts',
    parameterCount: 8,
  },
] as const;

const known = [...replacements, ...shortcuts];
type KernelFile = (typeof known)[number]['file'];

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
  const published = await readOnnxruntime();
  const added = await Promise.all(shortcuts.map(({ file }) => compileKernel(file, variant)));
  const { wasm, first } = withFunctions(published, added);
  const bodies = listBodies(wasm);
  for (const [at, { file, parameterCount }] of shortcuts.entries()) {
    const { place, body } = findKnown(bodies, file);
    bodies[place] = askingFirst(body, first + at, parameterCount);
  }
  for (const { file } of replacements) {
    bodies.splice(findKnown(bodies, file).place, 1, ...listBodies(await compileKernel(file, variant)));
  }
  return withBodies(wasm, bodies);
}

/** The function that `file` replaces or is asked before, and where it is among those of onnxruntime. */
export function findKnown(bodies: readonly Uint8Array[], file: KernelFile): { place: number; body: Uint8Array } {
  const sha256 = known.find((one) => one.file === file)?.sha256;
  const place = bodies.findIndex((body) => createHash('sha256').update(body).digest('hex') === sha256);
  const body = bodies[place];
  if (!body) {
    throw new Error(`onnxruntime-web has changed: the function that ${file} is for is no longer in it`);
  }
  return { place, body };
}

export const readOnnxruntime = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve(`onnxruntime-web/${original}`));

/** The module of one kernel. It imports the memory `env.memory`, shared as that of onnxruntime is. */
export async function compileKernel(file: KernelFile, variant: Variant): Promise<Uint8Array> {
  const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
  const relaxedSimd = variant === 'fused' ? ['--enable', 'relaxed-simd'] : [];
  const path = join(import.meta.dirname, 'assembly', file);
  const kernel = await compileAssemblyScript(path, [...sharedMemory, ...relaxedSimd]);
  if (listBodies(kernel).length !== 1 || !listSectionIds(kernel).every((id) => allowedSectionIds.has(id))) {
    throw new Error(`${file} has to compile to one function that needs nothing but the memory`);
  }
  return kernel;
}
