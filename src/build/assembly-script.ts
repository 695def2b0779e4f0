import { dirname } from 'node:path';
import { main, type Transform } from 'assemblyscript/asc';

/**
 * Compiles an AssemblyScript file to WebAssembly that imports its memory and contains no runtime. `readers` receive the program
 * before it is compiled. Throws if there are errors; the compiler prints them to standard error.
 */
export async function compileAssemblyScript(
  entry: string,
  options: readonly string[],
  readers: readonly Transform[] = [],
): Promise<Uint8Array> {
  const always = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--noExportMemory', '--memoryBase', '0'];
  const outputs = new Map<string, string | Uint8Array>();
  const { error } = await main(
    [entry, '--baseDir', dirname(entry), ...always, ...options, '--enable', 'simd', '--outFile', 'out.wasm'],
    { writeFile: (name, contents) => void outputs.set(name, contents), transforms: [...readers] },
  );
  const wasm = outputs.get('out.wasm');
  if (error || !(wasm instanceof Uint8Array)) {
    throw new Error(`${entry} does not compile: ${error?.message}`);
  }
  return wasm;
}
