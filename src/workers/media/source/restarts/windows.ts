import type { Sliced } from '../media-file.ts';

/** Bytes of a file, and their offset in it. */
export type Window = { readonly offset: number; readonly bytes: Uint8Array };

const windowBytes = 4 * 1024 * 1024;

/** Reads a range of a file in order, in windows that overlap by `overlapBytes`. */
export async function* readWindows(
  file: Sliced,
  { from = 0, to = file.size }: { readonly from?: number; readonly to?: number },
  overlapBytes = 0,
): AsyncGenerator<Window, void> {
  for (let offset = from; offset < to; offset += windowBytes) {
    yield { offset, bytes: await readBytes(file, offset, Math.min(to, offset + windowBytes + overlapBytes)) };
  }
}

export const readBytes = async (file: Sliced, from: number, to: number): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());
