import { Output, StreamTarget, type OutputFormat, type StreamTargetChunk } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';

/** Writes are collected to this size: fewer and larger writes are faster, and it bounds what is in memory. */
const chunkBytes = 4 * 1024 * 1024;

/** A media file that is streamed to the store while it is made. */
export type OutputFile = { readonly output: Output; finish(): Promise<void>; abort(): Promise<void> };

/** Creates `name` in `format`; add tracks to `output` and start it. */
export async function createOutputFile(bytes: Bytes, name: string, format: OutputFormat): Promise<OutputFile> {
  const sink = await bytes.create(name);
  const writable = new WritableStream<StreamTargetChunk>({
    write: (chunk) => sink.write(chunk),
    close: () => sink.close(),
    abort: (reason) => sink.abort(reason),
  });
  const output = new Output({ format, target: new StreamTarget(writable, { chunked: true, chunkSize: chunkBytes }) });
  return {
    output,
    finish: () => output.finalize(),
    abort: async () => {
      await output.cancel();
      await sink.abort().catch(() => undefined); // Cancelling may have aborted it already.
      await bytes.remove(name);
    },
  };
}
