import {
  Output,
  StreamTarget,
  type IsobmffOutputFormatOptions,
  type OutputFormat,
  type StreamTargetChunk,
} from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import { undateIndex, type Patch } from './undated-index.ts';

/** The size to which writes are collected: fewer and larger writes are faster, and it limits memory use. */
const chunkBytes = 4 * 1024 * 1024;

/** Creates the format of one file; those of ISO base media report when they write their index. */
export type CreateContainer = (hooks: Pick<IsobmffOutputFormatOptions, 'onMoov'>) => OutputFormat;

/** A media file that is streamed to the store while it is created. */
export type OutputFile = { readonly output: Output; finish(): Promise<void>; abort(): Promise<void> };

/** Creates `name`; add tracks to `output` and start it. The file does not contain its creation time. */
export async function createOutputFile(
  bytes: Bytes,
  name: string,
  createContainer: CreateContainer,
): Promise<OutputFile> {
  const sink = await bytes.create(name);
  const patches: Patch[] = [];
  const format = createContainer({ onMoov: (moov, position) => void patches.push(...undateIndex(moov, position)) });
  const writable = new WritableStream<StreamTargetChunk>({
    write: (chunk) => sink.write(chunk),
    close: async () => {
      for (const patch of patches) {
        await sink.write(patch);
      }
      await sink.close();
    },
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
