/** Creates a ZIP archive of executable files, not compressed (PKWARE's APPNOTE 6.3). */
export function toStoredZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
    const common = toCommonFields(bytes, nameBytes.length);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, bytes]);
    entries.push(toEntry(common, nameBytes, offset));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Returns the common fields of a file's header and its directory entry: version to length of the extra field. */
function toCommonFields(bytes: Buffer, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  // 1 January 1980.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function toEntry(common: Buffer, name: Buffer, offset: number): Buffer {
  const rest = Buffer.alloc(14);
  // Unix permissions of an executable file.
  rest.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  // Created on Unix, as version 2.0 of the format.
  const madeBy = Buffer.from([20, 3]);
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, common, rest, name]);
}

/** Returns the CRC-32 of ISO 3309; Node 20 has none. */
function crc32(bytes: Buffer): number {
  let rest = 0xffff_ffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      rest = (rest >>> 1) ^ (rest & 1 ? 0xedb8_8320 : 0);
    }
  }
  return (rest ^ 0xffff_ffff) >>> 0;
}
