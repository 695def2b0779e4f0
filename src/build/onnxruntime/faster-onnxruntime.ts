import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { compileAssemblyScript } from '../assembly-script.ts';
import { emitFile } from '../emit-file.ts';
import { askingFirst, listBodies, listSectionIds, withBodies, withFunctions } from './function-bodies.ts';

/**
 * The builds of the kernels. `fused` needs relaxed SIMD. `plain` runs everywhere, with results identical to onnxruntime's
 * own.
 */
export const variants = ['fused', 'plain'] as const;
export type Variant = (typeof variants)[number];

/** The functions of onnxruntime's WebAssembly that kernels replace, by the SHA-256 of their bodies. */
const replacements = [
  // MlasSgemmKernelZero
  { sha256: 'f7728808b5f87253962b9f639f830459c0961fbc2cd2f8463534e97ae5a7e534', file: 'store-product.ts' },
  // MlasSgemmKernelAdd
  { sha256: '9e72cc3a5fb5a445d440bf86c3de4b8bb338ee3773f763c730af6227034c8f08', file: 'add-product.ts' },
  // The function of `UpsampleBilinear` for one channel.
  { sha256: '7ae48c897c37596fc66388dbd52de68f75db9da5247dbef90c6fdb6cdd6aa6bc', file: 'enlarge.ts' },
  // MlasConvIm2Col
  { sha256: '181e897d71437515ae2ddfa0c23c612b89343509415c50f1afc5fabd70b35082', file: 'im2col.ts' },
] as const;

/** The functions that are kept but call a kernel first, and continue only if the kernel declines. */
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

/**
 * The sections that a kernel's module may have: types, a memory, a function and its name. Its body can then be moved to
 * another module.
 */
const allowedSectionIds = new Set([0, 1, 2, 3, 7, 10]);

const original = 'ort-wasm-simd-threaded.wasm';
const prefix = 'offcut:onnxruntime-';

/** The source of onnxruntime and the strictness of the plugin. The defaults are for a build of the site. */
type Options = {
  readonly read?: () => Promise<Uint8Array>;
  /** Whether an unknown build of onnxruntime is an error. */
  readonly isStrict?: boolean;
};

/**
 * A Vite plugin for `offcut:onnxruntime-fused.wasm?url` and `...-plain.wasm?url`: onnxruntime with the kernels of the project.
 * If a function to replace is not found, the plugin warns and leaves it out; in CI that is an error. See docs/decisions/0013.
 */
export function fasterOnnxruntime({ read = readOnnxruntime, isStrict = isCi() }: Options = {}): Plugin {
  return {
    name: 'offcut-faster-onnxruntime',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    async load(id) {
      const variant = variants.find((name) => id === `\0${prefix}${name}.wasm?url`);
      if (!variant) {
        return null;
      }
      const { wasm: source, unknown } = await replaceFunctions(await read(), variant);
      if (unknown.length > 0) {
        const report = isStrict ? this.error : this.warn;
        report.call(this, toWarning(unknown));
      }
      return `export default ${emitFile(this, `ort-wasm-simd-threaded-${variant}.wasm`, source)}`;
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

const isCi = (): boolean => process.env['CI'] === 'true';

const toWarning = (unknown: readonly KernelFile[]): string =>
  `onnxruntime-web has changed: the functions that ${unknown.join(', ')} speed up were not found. They are used unchanged, ` +
  'and inference is slower. docs/decisions/0013 says how to find them.';

/** An onnxruntime with the kernels of the project, and the kernels whose functions were not found in it. */
type Faster = { readonly wasm: Uint8Array; readonly unknown: readonly KernelFile[] };

type Change = (body: Uint8Array) => Uint8Array;

/** Inserts the kernels into `published`, onnxruntime's WebAssembly. */
export async function replaceFunctions(published: Uint8Array, variant: Variant): Promise<Faster> {
  const files = listBodies(published).map(toKernelFile);
  const asked = shortcuts.filter(({ file }) => files.includes(file));
  const added = await Promise.all(asked.map(({ file }) => compileKernel(file, variant)));
  const { wasm, first } = withFunctions(published, added);
  const changes = new Map<KernelFile | undefined, Change>();
  for (const [at, { file, parameterCount }] of asked.entries()) {
    changes.set(file, (body) => askingFirst(body, first + at, parameterCount));
  }
  for (const { file } of replacements) {
    const [kernel] = listBodies(await compileKernel(file, variant));
    changes.set(file, (body) => kernel ?? body);
  }
  const bodies = listBodies(wasm).map((body, place) => changes.get(files[place])?.(body) ?? body);
  return {
    wasm: withBodies(wasm, bodies),
    unknown: known.map(({ file }) => file).filter((file) => !files.includes(file)),
  };
}

/** Returns the kernel that replaces a function or that the function calls first; undefined for most functions. */
export function toKernelFile(body: Uint8Array): KernelFile | undefined {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return known.find((one) => one.sha256 === sha256)?.file;
}

export const readOnnxruntime = (): Promise<Uint8Array> =>
  readFile(createRequire(import.meta.url).resolve(`onnxruntime-web/${original}`));

const compiled = new Map<string, Promise<Uint8Array>>();

/**
 * Compiles the module of one kernel, once per process. It imports the shared memory `env.memory`, as onnxruntime does.
 */
export function compileKernel(file: KernelFile, variant: Variant): Promise<Uint8Array> {
  const key = `${variant} ${file}`;
  const kernel = compiled.get(key) ?? compileOnce(file, variant);
  compiled.set(key, kernel);
  return kernel;
}

async function compileOnce(file: KernelFile, variant: Variant): Promise<Uint8Array> {
  const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
  const relaxedSimd = variant === 'fused' ? ['--enable', 'relaxed-simd'] : [];
  const path = join(import.meta.dirname, 'assembly', file);
  const kernel = await compileAssemblyScript(path, [...sharedMemory, ...relaxedSimd]);
  if (listBodies(kernel).length !== 1 || !listSectionIds(kernel).every((id) => allowedSectionIds.has(id))) {
    throw new Error(`${file} must compile to one function that only needs the memory`);
  }
  return kernel;
}
