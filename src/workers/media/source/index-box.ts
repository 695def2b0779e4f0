import type { Sliced } from './media-file.ts';

/** The index of a file of ISO base media is at its beginning or at its end, and almost always smaller than this. */
const indexBytes = 4 * 1024 * 1024;
/** Sample entries of encrypted video and audio. */
export const encryptedEntries = ['encv', 'enca'];

/** Information about a file of ISO base media that mediabunny does not provide, read from the bytes of its index. */
export class IndexBox {
  readonly #parts: readonly Uint8Array[];

  static async read(file: Sliced): Promise<IndexBox> {
    const halves = file.size <= indexBytes ? [file.slice()] : [file.slice(0, indexBytes), file.slice(-indexBytes)];
    return new IndexBox(await Promise.all(halves.map(async (part) => new Uint8Array(await part.arrayBuffer()))));
  }

  private constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
  }

  get isEncrypted(): boolean {
    return this.#holds('sinf') && encryptedEntries.some((entry) => this.#holds(entry));
  }

  /** Whether a track consists of several parts of the stored media, of which mediabunny would use only the first. */
  get hasSeveralEdits(): boolean {
    return this.#parts.some((part) => find(part, 'elst').some((at) => countEdits(part, at) > 1));
  }

  #holds(name: string): boolean {
    return this.#parts.some((part) => find(part, name).length > 0);
  }
}

/** Returns the offsets of a box's name. */
function find(bytes: Uint8Array, name: string): number[] {
  const [first = 0, ...rest] = Array.from(name, (letter) => letter.charCodeAt(0));
  const found: number[] = [];
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (rest.every((byte, index) => bytes[at + 1 + index] === byte)) {
      found.push(at);
    }
  }
  return found;
}

/** Counts the entries of an edit list that show something; 0 if the name at `at` is not a box. */
function countEdits(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at < 4 || at + 12 > bytes.length) {
    return 0;
  }
  const isLong = bytes[at + 4] === 1;
  const [size, count, entryBytes] = [view.getUint32(at - 4), view.getUint32(at + 8), isLong ? 20 : 12];
  if (size !== 16 + count * entryBytes || at - 4 + size > bytes.length) {
    return 0;
  }
  const times = Array.from({ length: count }, (_, index) => {
    const entry = at + 12 + index * entryBytes;
    return isLong ? Number(view.getBigInt64(entry + 8)) : view.getInt32(entry + 4);
  });
  return times.filter((time) => time >= 0).length;
}
