import type { Sliced } from './media-file.ts';

/** A box of ISO base media (ISO/IEC 14496-12), without its header. If it is truncated, `statedBytes` exceeds its size. */
export type Box = { readonly name: string; readonly body: DataView; readonly statedBytes: number };

/** The position of a box in a file. `endsAt` is the end in its header, which can be after the end of the file. */
export type Place = { readonly name: string; readonly bodyAt: number; readonly endsAt: number };

/**
 * The size of a block. A file of fragments may have a hundred thousand boxes, and each read of a file takes a browser half a
 * millisecond.
 */
const blockBytes = 256 * 1024;

/** Reads a file in blocks, so that boxes close together take one read. */
export class BlockReader {
  readonly #file: Sliced;
  #block = new ArrayBuffer(0);
  #blockAt = 0;

  constructor(file: Sliced) {
    this.#file = file;
  }

  get sizeBytes(): number {
    return this.#file.size;
  }

  /** Returns the bytes from `at` on, up to `endsAt` or the end of the file. */
  async read(at: number, endsAt: number): Promise<DataView> {
    const end = Math.max(at, Math.min(endsAt, this.#file.size));
    if (at < this.#blockAt || end > this.#blockAt + this.#block.byteLength) {
      this.#block = await this.#file.slice(at, Math.max(end, at + blockBytes)).arrayBuffer();
      this.#blockAt = at;
    }
    return new DataView(this.#block, at - this.#blockAt, end - at);
  }
}

/** Lists the top-level boxes of the file, up to the first invalid one. */
export async function* listPlaces(file: BlockReader): AsyncGenerator<Place, void> {
  for (let at = 0; at + 8 <= file.sizeBytes;) {
    const head = await file.read(at, at + 16);
    const { name, headBytes, sizeBytes } = readHead(head, 0, file.sizeBytes - at);
    if (sizeBytes < headBytes) {
      break;
    }
    yield { name, bodyAt: at + headBytes, endsAt: at + sizeBytes };
    at += sizeBytes;
  }
}

/** Returns the boxes at the end of `path` below `top`. */
export function findBoxes(top: Pick<Box, 'body'>, ...path: string[]): Box[] {
  const [first = '', ...rest] = path;
  const found = listBoxes(top.body).filter(({ name }) => name === first);
  return rest.reduce(
    (parents, next) => parents.flatMap(({ body }) => listBoxes(body)).filter(({ name }) => name === next),
    found,
  );
}

/** Lists the boxes within `body`; the last may be truncated. */
export function listBoxes(body: DataView): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= body.byteLength;) {
    const { name, headBytes, sizeBytes } = readHead(body, at, body.byteLength - at);
    if (sizeBytes < headBytes || at + headBytes > body.byteLength) {
      break;
    }
    const statedBytes = sizeBytes - headBytes;
    const start = at + headBytes;
    const length = Math.min(statedBytes, body.byteLength - start);
    boxes.push({ name, body: new DataView(body.buffer, body.byteOffset + start, length), statedBytes });
    at += sizeBytes;
  }
  return boxes;
}

/** Reads the header of a box. A size of 1 means a 64-bit size after the name, and 0 means the rest of the file. */
function readHead(view: DataView, at: number, restBytes: number) {
  const name = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
  const short = view.getUint32(at);
  if (short === 1 && at + 16 <= view.byteLength) {
    return { name, headBytes: 16, sizeBytes: Number(view.getBigUint64(at + 8)) };
  }
  return { name, headBytes: 8, sizeBytes: short === 0 ? restBytes : short };
}
