import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileAssemblyScript } from './assembly-script.ts';

const folder = join(import.meta.dirname, '../workers/media/kernels');

/**
 * Compiles the kernels (AssemblyScript) to WebAssembly. The result is committed, as `binary.ts`, so that it is there
 * wherever the classes that use it run: in a worker, in a test and in a script; a test tells when it is stale.
 */
export async function compileKernels(): Promise<string> {
  const wasm = await compileAssemblyScript(join(folder, 'assembly/index.ts'), []);
  const base64 = Buffer.from(wasm).toString('base64');
  return `/** Compiled from \`assembly/\` by \`npm run kernels\`. */\n// oxfmt-ignore\nexport const binary = '${base64}';\n`;
}

export const kernelsFile = join(folder, 'binary.ts');

if (process.argv[1] === import.meta.filename) {
  await writeFile(kernelsFile, await compileKernels());
}
