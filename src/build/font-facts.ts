import type { FontTables } from './font-tables.ts';
import { unpackWoff } from './woff.ts';
import { unpackWoff2 } from './woff2.ts';

/** The characters and metrics of a font file. */
export type FontFacts = {
  /** The code points for which the font has glyphs, in ascending order. */
  readonly codePoints: readonly number[];
  /** The height of a flat capital letter, as a fraction of the font size. */
  readonly capHeight: number;
};

/** Reads a WOFF or WOFF2 file. Throws for any other file. */
export function readFont(file: Buffer): FontFacts {
  const tables = file.toString('latin1', 0, 4) === 'wOF2' ? unpackWoff2(file) : unpackWoff(file);
  const unitsPerEm = need(tables, 'head').readUInt16BE(18);
  const os2 = need(tables, 'OS/2');
  // Before version 2, the table does not contain the height; 0.7 em is usual.
  const capHeight = os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) / unitsPerEm : 0.7;
  const codePoints = [...readCharacterMap(need(tables, 'cmap'))].toSorted((a, b) => a - b);
  return { codePoints, capHeight };
}

function need(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (!table) {
    throw new Error(`The font has no table "${tag}"`);
  }
  return table;
}

/** Reads the code points of the Unicode subtables of `cmap`. */
function readCharacterMap(table: Buffer): Set<number> {
  const found = new Set<number>();
  const count = table.readUInt16BE(2);
  for (let index = 0; index < count; index++) {
    const subtable = table.subarray(table.readUInt32BE(4 + 8 * index + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) {
      readSegments(subtable, found);
    } else if (format === 12) {
      readGroups(subtable, found);
    }
  }
  return found;
}

function readSegments(table: Buffer, found: Set<number>): void {
  const bytes = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes];
  for (let at = 0; at < bytes; at += 2) {
    const start = table.readUInt16BE(starts + at);
    const end = Math.min(table.readUInt16BE(ends + at), 0xfffe);
    const offset = table.readUInt16BE(offsets + at);
    for (let code = start; code <= end; code++) {
      const glyph =
        offset === 0
          ? code + table.readUInt16BE(deltas + at)
          : table.readUInt16BE(offsets + at + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) {
        found.add(code);
      }
    }
  }
}

function readGroups(table: Buffer, found: Set<number>): void {
  const count = table.readUInt32BE(12);
  for (let at = 16; at < 16 + 12 * count; at += 12) {
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code++) {
      found.add(code);
    }
  }
}
