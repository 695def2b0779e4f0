import { runInNewContext } from 'node:vm';
import type { Plugin } from 'vite';
import { emitFile } from './emit-file.ts';

const opening = 'inlineWorker(`';

/**
 * Code that makes the browser collect garbage in the worker. The worker allocates so little that the browser otherwise does not,
 * and minutes of samples stay in memory. As in `memory-pressure.ts`, large buffers that are never written trigger the collection.
 */
const collecting = `
const held = [];
let calls = 0;
self.addEventListener('message', () => {
  calls += 1;
  if (calls % 100 === 0) {
    held.splice(0, held.length - 3);
    try {
      held.push(new ArrayBuffer(64 * 1024 * 1024));
    } catch {}
  }
});`;

/**
 * A Vite plugin that moves the worker of `@mediabunny/aac-encoder` to its own file. The package starts its worker from a blob,
 * which our content security policy forbids.
 */
export function aacEncoderWorker(): Plugin {
  return {
    name: 'offcut-aac-encoder-worker',
    transform(code, id) {
      if (!id.includes('mediabunny-aac-encoder')) {
        return null;
      }
      const start = code.indexOf(opening) + opening.length - 1;
      const end = endOfTemplate(code, start);
      const source: unknown = runInNewContext(code.slice(start, end));
      if (start < opening.length || typeof source !== 'string') {
        throw new Error(
          '@mediabunny/aac-encoder no longer contains its worker as text. Check whether it still needs this plugin.',
        );
      }
      const worker = `new Worker(${emitFile(this, 'aac-encoder.worker.js', source + collecting)})`;
      return { code: code.slice(0, start - opening.length + 1) + worker + code.slice(end + 1), map: null };
    },
  };
}

/** Returns the index after the closing backtick of the template that opens at `start`. The template has no substitutions. */
function endOfTemplate(code: string, start: number): number {
  let at = start + 1;
  while (at < code.length && code[at] !== '`') {
    at += code[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}
