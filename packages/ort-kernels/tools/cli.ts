import { readFile } from 'node:fs/promises';
import { readPublished } from '../src/index.ts';
import { compileAll } from './compile.ts';
import { listFunctions } from './find.ts';

const usage = `npm run ort-kernels compile              compile the kernels of assembly/ into compiled/
npm run ort-kernels find                 list the functions of the installed onnxruntime-web that the kernels speed up
npm run ort-kernels find FILE [OTHER]    list those of FILE; compare unknown ones with those of OTHER, or of the installed version
`;

const [command, ...paths] = process.argv.slice(2);
if (command === 'compile') {
  await compileAll();
} else if (command === 'find') {
  const { wasm: installed } = await readPublished();
  const [wasm = installed, reference = installed] = await Promise.all(paths.map((path) => readFile(path)));
  process.stdout.write(`${listFunctions(wasm, reference).join('\n')}\n`);
} else {
  process.stdout.write(usage);
  process.exitCode = 1;
}
