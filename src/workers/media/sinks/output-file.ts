import {
  Output,
  StreamTarget,
  type IsobmffOutputFormatOptions,
  type OutputFormat,
  type StreamTargetChunk,
} from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import { findBoxes } from '../source/iso-boxes.ts';

/** Bytes to overwrite in a file. */
type Patch = { readonly type: 'write'; readonly position: number; readonly data: Uint8Array<ArrayBuffer> };

/** The boxes of the index with creation and modification times (ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2). */
const datedBoxes = [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']] as const;

/** Version and flags precede the times. */
const versionBytes = 4;

/**
 * Returns the patches that remove the times from an index at `position` of its file, so that the same video and audio give the same
 * bytes whenever they are written: 0 is an unknown time.
 */
function undateIndex(moov: Uint8Array, position: number): Patch[] {
  const top = { body: new DataView(moov.buffer, moov.byteOffset, moov.byteLength) };
  return datedBoxes
    .flatMap((path) => findBoxes(top, 'moov', ...path))
    .map(({ body }) => ({
      type: 'write',
      position: position + body.byteOffset - moov.byteOffset + versionBytes,
      // Two times: of 64 bits in version 1, and of 32 before.
      data: new Uint8Array(body.getUint8(0) === 1 ? 16 : 8),
    }));
}

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
