import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileAssemblyScript } from './assembly-script.ts';
import { ExportTypes } from './export-types.ts';

const folder = join(import.meta.dirname, '../workers/media/kernels');
const hashFolder = join(import.meta.dirname, '../api/sha256');

/**
 * Compiles the kernels and the hash (AssemblyScript) to WebAssembly and returns the text of the files to commit by their paths. They are
 * committed so that workers, tests and scripts can import them. A test fails if they are stale.
 */
export async function compileKernels(): Promise<Readonly<Record<string, string>>> {
  const types = new ExportTypes('index.ts');
  const wasm = await compileAssemblyScript(join(folder, 'assembly/index.ts'), [], [types]);
  const hash = await compileAssemblyScript(join(hashFolder, 'assembly/index.ts'), []);
  return {
    [join(folder, 'binary.ts')]: toModule(wasm),
    [join(hashFolder, 'binary.ts')]: toModule(hash),
    [join(folder, 'exports.ts')]:
      `/** The functions of \`binary.ts\`, generated from \`assembly/\` by \`npm run kernels\`. */\n// oxfmt-ignore\n// oxlint-disable max-lines -- it is generated\nexport type Exports = {\n${types.toMembers()}\n};\n`,
  };
}

const toModule = (wasm: Uint8Array): string =>
  `/** Compiled from \`assembly/\` by \`npm run kernels\`. */\n// oxfmt-ignore\nexport const binary = '${Buffer.from(wasm).toString('base64')}';\n`;

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(await compileKernels())) {
    await writeFile(path, text);
  }
}
