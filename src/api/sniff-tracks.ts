/**
 * Video containers that contain only audio. They are detected by their list of tracks, if it is within the first bytes. Otherwise
 * only the whole file shows it, so the result is false.
 */

/** Returns one character for each byte, so that binary bytes can be searched like text. */
export const toText = (bytes: Uint8Array, start: number, end: number): string =>
  Array.from(bytes.subarray(start, end), (byte) => String.fromCharCode(byte)).join('');

/** A part of a file: a box of ISO media, or an element of EBML. `end` may be after the last available byte. */
type Part = { readonly id: string; readonly start: number; readonly end: number };
type Walk = (head: Uint8Array, within: Pick<Part, 'start' | 'end'>) => Generator<Part>;

/**
 * Whether an ISO base media file (MP4, MOV, 3GP) has only audio, by the handlers of the tracks in the box `moov` (ISO 14496-12,
 * 8.4.3).
 */
export function isSoundOnlyIso(head: Uint8Array): boolean {
  const handlers = listTracks(head, walkBoxes, ['moov'], 'trak').map((track) => {
    const [handler] = follow(head, walkBoxes, track, ['mdia', 'hdlr']);
    return handler ? toText(head, handler.start + 8, handler.start + 12) : '';
  });
  return handlers.includes('soun') && !handlers.some((handler) => ['vide', 'auxv', 'pict'].includes(handler));
}

/** Whether a Matroska or WebM file has only audio, by the types of the tracks in the element `Tracks` (RFC 9559, 5.1.4). */
export function isSoundOnlyMatroska(head: Uint8Array): boolean {
  const types = listTracks(head, walkElements, ['18538067', '1654ae6b'], 'ae').map((track) => {
    const [type] = follow(head, walkElements, track, ['83']);
    return type ? head[type.end - 1] : undefined;
  });
  const [video, sound] = [1, 2];
  return types.includes(sound) && !types.includes(video);
}

/** Lists the parts called `track` in the list at `path`; empty if the list is not completely available. */
function listTracks(head: Uint8Array, walk: Walk, path: readonly string[], track: string): Part[] {
  const [list] = follow(head, walk, { start: 0, end: head.byteLength }, path);
  return list && list.end <= head.byteLength ? [...walk(head, list)].filter(({ id }) => id === track) : [];
}

/** Lists the parts at a path of ids within a part. */
function follow(
  head: Uint8Array,
  walk: Walk,
  within: Pick<Part, 'start' | 'end'>,
  [id, ...rest]: readonly string[],
): Part[] {
  const found = [...walk(head, within)].filter((part) => part.id === id);
  return rest.length === 0 ? found : found.flatMap((part) => follow(head, walk, part, rest));
}

function* walkBoxes(head: Uint8Array, { start, end }: Pick<Part, 'start' | 'end'>): Generator<Part> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = start; at + 16 <= Math.min(end, head.byteLength);) {
    const size = view.getUint32(at);
    const isLong = size === 1;
    // A size of 0 extends to the end of the file.
    const bytes = isLong ? Number(view.getBigUint64(at + 8)) : size || Number.POSITIVE_INFINITY;
    const headerBytes = isLong ? 16 : 8;
    if (bytes < headerBytes) {
      return;
    }
    yield { id: toText(head, at + 4, at + 8), start: at + headerBytes, end: at + bytes };
    at += bytes;
  }
}

/** The id in hex, with its length marker, as specifications write it. */
function* walkElements(head: Uint8Array, { start, end }: Pick<Part, 'start' | 'end'>): Generator<Part> {
  for (let at = start; at + 2 <= Math.min(end, head.byteLength);) {
    const idBytes = Math.clz32(head[at] ?? 0) - 23;
    const sizeAt = at + idBytes;
    const sizeBytes = Math.clz32(head[sizeAt] ?? 0) - 23;
    const startsAt = sizeAt + sizeBytes;
    if (idBytes > 4 || sizeBytes > 8 || startsAt > head.byteLength) {
      return;
    }
    const size = readSize(head.subarray(sizeAt, startsAt));
    yield {
      id: Array.from(head.subarray(at, sizeAt), (byte) => byte.toString(16).padStart(2, '0')).join(''),
      start: startsAt,
      end: startsAt + size,
    };
    at = startsAt + size;
  }
}

/** Reads an EBML size. The position of the first set bit gives the number of bytes. All ones mean an unknown size. */
function readSize(bytes: Uint8Array): number {
  const marker = 2 ** (8 - bytes.byteLength);
  const [first = 0, ...rest] = bytes;
  const isUnknown = first === 2 * marker - 1 && rest.every((byte) => byte === 0xff);
  return isUnknown ? Number.POSITIVE_INFINITY : rest.reduce((value, byte) => value * 256 + byte, first - marker);
}
