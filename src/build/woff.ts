/** The sizes of the header of a WOFF file and of an entry of its directory. */
const [headerBytes, entryBytes] = [44, 20];

type Entry = { readonly tag: string; readonly head: Buffer; readonly packed: Buffer; readonly length: number };

/** Returns a copy of the file without one of its tables. */
export function dropTable(file: Buffer, tag: string): Buffer {
  const kept = readEntries(file).filter((entry) => entry.tag !== tag);
  const header = Buffer.from(file.subarray(0, headerBytes));
  let offset = headerBytes + entryBytes * kept.length;
  const directory = kept.map(({ head, packed }) => {
    const entry = Buffer.from(head);
    entry.writeUInt32BE(offset, 4);
    offset += pad(packed.length);
    return entry;
  });
  const tables = kept.map(({ packed }) => Buffer.concat([packed, Buffer.alloc(pad(packed.length) - packed.length)]));
  header.writeUInt32BE(offset, 8);
  header.writeUInt16BE(kept.length, 12);
  header.writeUInt32BE(
    kept.reduce((sum, { length }) => sum + 16 + pad(length), 12),
    16,
  );
  // Metadata and private data, which may follow the tables, are removed too.
  header.fill(0, 24);
  return Buffer.concat([header, ...directory, ...tables]);
}

function readEntries(file: Buffer): Entry[] {
  if (file.toString('latin1', 0, 4) !== 'wOFF') {
    throw new Error('The file is not a WOFF font');
  }
  return Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
    const head = file.subarray(headerBytes + entryBytes * index, headerBytes + entryBytes * (index + 1));
    const offset = head.readUInt32BE(4);
    const packed = file.subarray(offset, offset + head.readUInt32BE(8));
    return { tag: head.toString('latin1', 0, 4), head, packed, length: head.readUInt32BE(12) };
  });
}

/** Rounds up to a multiple of four bytes, at which each table starts. */
const pad = (bytes: number): number => Math.ceil(bytes / 4) * 4;
