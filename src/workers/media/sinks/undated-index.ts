import { findBoxes } from '../source/iso-boxes.ts';

/** Bytes to overwrite in a file. */
export type Patch = { readonly type: 'write'; readonly position: number; readonly data: Uint8Array<ArrayBuffer> };

/** The boxes of the index with creation and modification times (ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2). */
const datedBoxes = [['mvhd'], ['trak', 'tkhd'], ['trak', 'mdia', 'mdhd']] as const;

/** Version and flags precede the times. */
const versionBytes = 4;

/**
 * Returns the patches that remove the times from an index at `position` of its file, so that the same video and audio give the same
 * bytes whenever they are written: 0 is an unknown time.
 */
export function undateIndex(moov: Uint8Array, position: number): Patch[] {
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
