import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The WebAssembly of a version of onnxruntime-web, as its npm package contains it. */
export type Published = { readonly wasm: Uint8Array; readonly version: string };

/** Reads the WebAssembly for the CPU of the installed onnxruntime-web. */
export async function readPublished(): Promise<Published> {
  const path = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  return { wasm: await readFile(path), version: await readVersion(join(dirname(path), '../package.json')) };
}

async function readVersion(path: string): Promise<string> {
  const content: unknown = JSON.parse(await readFile(path, 'utf8'));
  const hasVersion = typeof content === 'object' && content !== null && 'version' in content;
  return hasVersion ? String(content.version) : 'unknown';
}
