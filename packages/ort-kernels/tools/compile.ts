import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compileAssemblyScript } from '../../../src/build/assembly-script.ts';
import { getCompiledPath, kernels, variants, type KernelName, type Variant } from '../src/kernels.ts';
import { listBodies, listSectionIds } from '../src/module.ts';

/**
 * The sections that a kernel's module may have: types, a memory, a function and its name. Its body can then be moved to another
 * module.
 */
const allowedSectionIds = new Set([0, 1, 2, 3, 7, 10]);

/** Compiles the kernels of `assembly` into `compiled`. */
export async function compileAll(): Promise<void> {
  for (const variant of variants) {
    for (const { name } of kernels) {
      const path = getCompiledPath(name, variant);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await compileKernel(name, variant));
    }
  }
}

/** Compiles the module of a kernel. It imports the shared memory `env.memory`, as onnxruntime does. */
export async function compileKernel(name: KernelName, variant: Variant): Promise<Uint8Array> {
  const sharedMemory = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];
  const relaxedSimd = variant === 'fused' ? ['--enable', 'relaxed-simd'] : [];
  const path = join(import.meta.dirname, '../assembly', `${name}.ts`);
  const kernel = await compileAssemblyScript(path, [...sharedMemory, ...relaxedSimd]);
  if (listBodies(kernel).length !== 1 || !listSectionIds(kernel).every((id) => allowedSectionIds.has(id))) {
    throw new Error(`${name} must compile to one function that only needs the memory`);
  }
  return kernel;
}
