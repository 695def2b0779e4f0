import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutLinks } from './instructions.ts';
import { listFunctionTypes, type FunctionType } from './module.ts';

/**
 * The builds of the kernels. `fused` needs relaxed SIMD. `plain` runs everywhere, with results identical to onnxruntime's own.
 */
export const variants = ['fused', 'plain'] as const;
export type Variant = (typeof variants)[number];

/** The kernels, the functions of onnxruntime that they speed up, and the fingerprints of all known versions of each function. */
export const kernels = [
  {
    name: 'store-product',
    original: 'MlasSgemmKernelZero',
    fingerprints: ['f7728808b5f87253962b9f639f830459c0961fbc2cd2f8463534e97ae5a7e534'],
    runsFirst: false,
  },
  {
    name: 'add-product',
    original: 'MlasSgemmKernelAdd',
    fingerprints: ['9e72cc3a5fb5a445d440bf86c3de4b8bb338ee3773f763c730af6227034c8f08'],
    runsFirst: false,
  },
  {
    name: 'enlarge',
    original: 'UpsampleBilinear (for one channel)',
    fingerprints: ['7ae48c897c37596fc66388dbd52de68f75db9da5247dbef90c6fdb6cdd6aa6bc'],
    runsFirst: false,
  },
  {
    name: 'im2col',
    original: 'MlasConvIm2Col',
    fingerprints: ['181e897d71437515ae2ddfa0c23c612b89343509415c50f1afc5fabd70b35082'],
    runsFirst: false,
  },
  {
    name: 'depthwise',
    original: 'MlasConvOperation',
    fingerprints: [
      // 1.30.0
      'e1d216c2aa1df806edbdd49af276221773f8e74883e8ee88709b1287a17624ec',
      // 1.29.0
      'bd8063fde0d4fb08030a3851668ef79e46f28087f9e762b99ac4e48709a12af5',
    ],
    runsFirst: true,
  },
] as const satisfies readonly Kernel[];

type Kernel = {
  /** The name of its file in `assembly`. */
  readonly name: string;
  readonly original: string;
  readonly fingerprints: readonly string[];
  /** Whether the original is kept and calls the kernel first. It continues only if the kernel declines. Else it is replaced. */
  readonly runsFirst: boolean;
};

export type KernelName = (typeof kernels)[number]['name'];

/** Returns the SHA-256 of a function's body without the numbers that the linker chooses. */
export const getFingerprint = (body: Uint8Array): string =>
  createHash('sha256').update(withoutLinks(body)).digest('hex');

/** Returns the path of a compiled kernel: a module with one function, which imports the shared memory `env.memory`. */
export const getCompiledPath = (name: KernelName, variant: Variant): string =>
  join(import.meta.dirname, '../compiled', variant, `${name}.wasm`);

export const readKernel = (name: KernelName, variant: Variant): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(readFileSync(getCompiledPath(name, variant)));

/** Returns the type of a function that the kernel can speed up. */
export function getOriginalType({ name, runsFirst }: { name: KernelName; runsFirst: boolean }): FunctionType {
  const [type = { parameters: [], results: [] }] = listFunctionTypes(readKernel(name, 'plain'));
  // The result of such a kernel is whether it computed.
  return runsFirst ? { ...type, results: [] } : type;
}
