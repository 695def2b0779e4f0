import { brotliDecompressSync } from 'node:zlib';
import type { FontTables } from './font-tables.ts';

/** The tags that the directory stores as numbers, in order, up to the last one that is needed here. */
const knownTags = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca'];

/** Unpacks the tables of a WOFF2 file (https://www.w3.org/TR/WOFF2/). Throws for any other file. */
export function unpackWoff2(file: Buffer): FontTables {
  if (file.toString('latin1', 0, 4) !== 'wOF2') {
    throw new Error('The file is not a WOFF2 font');
  }
  const reader = { file, at: 48 };
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => readEntry(reader));
  const packedBytes = file.readUInt32BE(20);
  const data = brotliDecompressSync(file.subarray(reader.at, reader.at + packedBytes));
  const tables = new Map<string, Buffer>();
  let offset = 0;
  for (const { tag, length } of entries) {
    tables.set(tag, data.subarray(offset, offset + length));
    offset += length;
  }
  return tables;
}

type Reader = { readonly file: Buffer; at: number };

/** Reads an entry of the table directory: the tag of a table and its length in bytes after decompression. */
function readEntry(reader: Reader): { tag: string; length: number } {
  const flags = reader.file.readUInt8(reader.at++);
  const index = flags & 63;
  const tag = index === 63 ? reader.file.toString('latin1', reader.at, (reader.at += 4)) : (knownTags[index] ?? '');
  const originalLength = readBase128(reader);
  const version = flags >> 6;
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0;
  return { tag, length: isTransformed ? readBase128(reader) : originalLength };
}

function readBase128(reader: Reader): number {
  let value = 0;
  for (;;) {
    const byte = reader.file.readUInt8(reader.at++);
    value = value * 128 + (byte & 127);
    if (byte < 128) {
      return value;
    }
  }
}
