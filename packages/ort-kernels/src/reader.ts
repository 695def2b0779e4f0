/** A position in the bytes of a WebAssembly module. */
export type Reader = { readonly bytes: Uint8Array; at: number };

/** The error for a module with an unknown structure, such as one that uses a newer feature of WebAssembly. */
export class UnreadableModule extends Error {
  override readonly name = 'UnreadableModule';
}

export function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.at++];
  if (byte === undefined) {
    throw new UnreadableModule('The WebAssembly module is truncated');
  }
  return byte;
}

/** Reads an unsigned number in LEB128: seven bits a byte, the lowest first. */
export function readUnsigned(reader: Reader): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = readByte(reader);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) {
      return value;
    }
  }
}

/** Reads a signed number of 32 bits in LEB128. */
export function readSigned(reader: Reader): number {
  const start = reader.at;
  const value = readUnsigned(reader);
  const bits = 7 * (reader.at - start);
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** Encodes an unsigned number in LEB128. */
export function toUnsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
