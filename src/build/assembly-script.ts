import { dirname } from 'node:path';
import { main } from 'assemblyscript/asc';

/**
 * Compiles a file of AssemblyScript to WebAssembly that imports its memory and brings no runtime. The compiler tells its errors
 * on standard error; then this throws.
 */
export async function compileAssemblyScript(entry: string, options: readonly string[]): Promise<Uint8Array> {
  const always = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--noExportMemory', '--memoryBase', '0'];
  const outputs = new Map<string, string | Uint8Array>();
  const { error } = await main(
    [entry, '--baseDir', dirname(entry), ...always, ...options, '--enable', 'simd', '--outFile', 'out.wasm'],
    { writeFile: (name, contents) => void outputs.set(name, contents) },
  );
  const wasm = outputs.get('out.wasm');
  if (error || !(wasm instanceof Uint8Array)) {
    throw new Error(`${entry} does not compile: ${error?.message}`);
  }
  return wasm;
}
