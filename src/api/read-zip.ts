import { invalid } from './parse-request.ts';

/** A file within a ZIP. */
export type ZipEntry = { readonly name: string; readonly sizeBytes: number; readonly blob: Blob };

/** The fields of the end record of a ZIP that describe its list of files, the central directory. */
type Directory = { readonly start: number; readonly sizeBytes: number; readonly count: number };

/** A file in the central directory; `start` is the position of its local header. */
type Listed = { readonly name: string; readonly start: number; readonly sizeBytes: number };

const directoryBytesMax = 8 * 1024 * 1024;
const entriesMax = 20_000;
const endBytes = 22;
const commentBytesMax = 65_535;
const locatorBytes = 20;
const localHeaderBytes = 30;
const allOnes32 = 0xffff_ffff;

/**
 * Returns the files of a ZIP by their names, also if it is larger than 4 GiB (ZIP64). Accepts only stored files, whose size in the
 * list is their size in the ZIP. Nothing is decompressed, and no two files may share bytes, so the output is never larger than the
 * input. Throws VALIDATION_FAILED for a ZIP that is malformed, compressed or encrypted, or has a name that leads out of it.
 */
export async function readStoredZip(zip: Blob): Promise<ReadonlyMap<string, ZipEntry>> {
  const directory = await findDirectory(zip);
  const { start, sizeBytes, count } = directory;
  if (sizeBytes > directoryBytesMax || count > entriesMax) {
    throw misfit(`it contains ${count} files, more than Offcut writes`);
  }
  const listed = parseDirectory(await readView(zip, start, sizeBytes), count);
  const entries = new Map<string, ZipEntry>();
  let endBefore = 0;
  for (const one of listed.toSorted((a, b) => a.start - b.start)) {
    const dataStart = one.start + localHeaderBytes + (await readNameLength(zip, one.start));
    const dataEnd = dataStart + one.sizeBytes;
    if (one.start < endBefore || dataEnd > start) {
      throw misfit(`its files overlap, at ${one.name}`);
    }
    if (entries.has(one.name)) {
      throw misfit(`it contains two files with the name ${one.name}`);
    }
    endBefore = dataEnd;
    entries.set(one.name, { name: one.name, sizeBytes: one.sizeBytes, blob: zip.slice(dataStart, dataEnd) });
  }
  return entries;
}

const misfit = (why: string): Error =>
  invalid([{ path: 'file', message: `the ZIP file cannot be read: ${why}; export it again` }]);

async function readView(zip: Blob, start: number, length: number): Promise<DataView> {
  const bytes = await zip.slice(start, start + length).arrayBuffer();
  if (bytes.byteLength !== length) {
    throw misfit('it is cut off');
  }
  return new DataView(bytes);
}

/** Finds the record at the end of the ZIP, which a comment may follow. */
async function findDirectory(zip: Blob): Promise<Directory> {
  const tailBytes = Math.min(zip.size, endBytes + commentBytesMax);
  const tailStart = zip.size - tailBytes;
  const tail = await readView(zip, tailStart, tailBytes);
  for (let at = tailBytes - endBytes; at >= 0; at -= 1) {
    const isEnd = tail.getUint32(at, true) === 0x0605_4b50;
    if (isEnd && at + endBytes + tail.getUint16(at + 20, true) === tailBytes) {
      const short = {
        count: tail.getUint16(at + 10, true),
        sizeBytes: tail.getUint32(at + 12, true),
        start: tail.getUint32(at + 16, true),
      };
      return (await findLongDirectory(zip, tailStart + at)) ?? requireInside(zip, short);
    }
  }
  throw misfit('its list of files is missing, so it may be cut off');
}

/** Finds the same record in ZIP64, which has larger numbers. A locator before the short record gives its position. */
async function findLongDirectory(zip: Blob, endStart: number): Promise<Directory | null> {
  if (endStart < locatorBytes) {
    return null;
  }
  const locator = await readView(zip, endStart - locatorBytes, locatorBytes);
  if (locator.getUint32(0, true) !== 0x0706_4b50) {
    return null;
  }
  const record = await readView(zip, toNumber(locator.getBigUint64(8, true)), 56);
  if (record.getUint32(0, true) !== 0x0606_4b50) {
    throw misfit('its list of files is not at the position that it names');
  }
  return requireInside(zip, {
    count: toNumber(record.getBigUint64(32, true)),
    sizeBytes: toNumber(record.getBigUint64(40, true)),
    start: toNumber(record.getBigUint64(48, true)),
  });
}

function requireInside(zip: Blob, directory: Directory): Directory {
  if (directory.start + directory.sizeBytes > zip.size) {
    throw misfit('its list of files is not at the position that it names');
  }
  return directory;
}

function toNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw misfit('it names a size that no file can have');
  }
  return Number(value);
}

function parseDirectory(view: DataView, count: number): Listed[] {
  const listed: Listed[] = [];
  for (let at = 0; listed.length < count;) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x0201_4b50) {
      throw misfit('its list of files is malformed');
    }
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const end = at + 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
    if (end > view.byteLength) {
      throw misfit('its list of files is malformed');
    }
    listed.push(parseListed(new DataView(view.buffer, view.byteOffset + at, end - at)));
    at = end;
  }
  return listed.filter(({ name }) => !name.endsWith('/'));
}

function parseListed(view: DataView): Listed {
  const nameBytes = view.getUint16(28, true);
  const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + 46, nameBytes));
  requireSafeName(name);
  if ((view.getUint16(8, true) & 1) === 1) {
    throw misfit(`${name} is encrypted`);
  }
  const long = readLongNumbers(view, 46 + nameBytes, view.getUint16(30, true));
  const next = (offset: number): number => {
    const short = view.getUint32(offset, true);
    return short === allOnes32 ? long() : short;
  };
  // The order in which ZIP64 lists the numbers that are too long for the short fields.
  const sizeBytes = next(24);
  const packedBytes = next(20);
  const start = next(42);
  if (view.getUint16(10, true) !== 0 || sizeBytes !== packedBytes) {
    throw misfit(`${name} is compressed, but Offcut writes only uncompressed files`);
  }
  return { name, start, sizeBytes };
}

/** Returns a function that reads the numbers of the ZIP64 field one after the other. It throws if the field has no more. */
function readLongNumbers(view: DataView, start: number, length: number): () => number {
  for (let at = start; at + 4 <= start + length;) {
    const bytes = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      let next = at + 4;
      const end = Math.min(next + bytes, start + length);
      return () => {
        if (next + 8 > end) {
          throw misfit('a size is missing');
        }
        next += 8;
        return toNumber(view.getBigUint64(next - 8, true));
      };
    }
    at += 4 + bytes;
  }
  return () => {
    throw misfit('a size is missing');
  };
}

/** Rejects these names: nothing is written under them, but Offcut does not create a ZIP with such a name. */
function requireSafeName(name: string): void {
  // oxlint-disable-next-line no-control-regex -- the pattern matches control characters
  const isUnsafe = name === '' || /^\/|^[a-z]:|\\|(?:^|\/)\.\.?(?:\/|$)|[\u0000-\u001f]/i.test(name);
  if (isUnsafe) {
    throw misfit('it contains a file name that leads out of the ZIP');
  }
}

/** Returns the length of the name and extra field of a local header, which may differ from the central directory. */
async function readNameLength(zip: Blob, start: number): Promise<number> {
  const header = await readView(zip, start, localHeaderBytes);
  if (header.getUint32(0, true) !== 0x0403_4b50) {
    throw misfit('a file is not at the position that the list names');
  }
  return header.getUint16(26, true) + header.getUint16(28, true);
}
