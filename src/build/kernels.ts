import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';

const folder = join(import.meta.dirname, '../workers/media/kernels');

/**
 * Compiles the kernels (AssemblyScript) to WebAssembly. The result is committed, as `binary.ts`, so that it is there
 * wherever the classes that use it run: in a worker, in a test and in a script; a test tells when it is stale.
 *
 * The compiler tells its errors on standard error; then this throws.
 */
export async function compileKernels(): Promise<string> {
  const options = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--noExportMemory', '--memoryBase', '0'];
  const outputs = new Map<string, string | Uint8Array>();
  const { error } = await main(
    [
      join(folder, 'assembly/index.ts'),
      '--baseDir',
      folder,
      ...options,
      '--enable',
      'simd',
      '--outFile',
      'kernels.wasm',
    ],
    { writeFile: (name, contents) => void outputs.set(name, contents) },
  );
  const wasm = outputs.get('kernels.wasm');
  if (error || !(wasm instanceof Uint8Array)) {
    throw new Error(`The kernels do not compile: ${error?.message}`);
  }
  const base64 = Buffer.from(wasm).toString('base64');
  return `/** Compiled from \`assembly/\` by \`npm run kernels\`. */\n// oxfmt-ignore\nexport const binary = '${base64}';\n`;
}

export const kernelsFile = join(folder, 'binary.ts');

if (process.argv[1] === import.meta.filename) {
  await writeFile(kernelsFile, await compileKernels());
}
