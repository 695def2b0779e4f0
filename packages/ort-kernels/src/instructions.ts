import { readByte, readSigned, readUnsigned, UnreadableModule, type Reader } from './reader.ts';

/** The first constant that can be an address of data. Smaller constants are sizes, and offsets within structs. */
const minAddress = 65_536;

/** An operand of an instruction. A number is its length in bytes. `link` is an index that the linker chose. */
type Operand = 'unsigned' | 'link' | 'constant' | 'memory' | 'list' | number;

/** Instructions from a first to a last code, and their operands. */
type Instructions = readonly [first: number, last: number, ...operands: readonly Operand[]];

/** Instructions by the byte before their code, or 0. See https://webassembly.github.io/spec/core/binary/instructions.html */
const instructions: Readonly<Record<number, readonly Instructions[]>> = {
  0: [
    [0x00, 0x01],
    [0x02, 0x04, 'unsigned'],
    [0x05, 0x05],
    [0x0b, 0x0b],
    [0x0c, 0x0d, 'unsigned'],
    [0x0e, 0x0e, 'list', 'unsigned'],
    [0x0f, 0x0f],
    [0x10, 0x10, 'link'],
    [0x11, 0x11, 'link', 'unsigned'],
    [0x1a, 0x1b],
    [0x1c, 0x1c, 'list'],
    [0x20, 0x22, 'unsigned'],
    [0x23, 0x24, 'link'],
    [0x28, 0x3e, 'memory'],
    [0x3f, 0x40, 'unsigned'],
    [0x41, 0x41, 'constant'],
    [0x42, 0x42, 'unsigned'],
    [0x43, 0x43, 4],
    [0x44, 0x44, 8],
    [0x45, 0xc4],
  ],
  0xfc: [
    [0x00, 0x07],
    [0x08, 0x08, 'link', 'unsigned'],
    [0x09, 0x09, 'link'],
    [0x0a, 0x0a, 'unsigned', 'unsigned'],
    [0x0b, 0x0b, 'unsigned'],
  ],
  0xfd: [
    [0x00, 0x0b, 'memory'],
    [0x0c, 0x0d, 16],
    [0x0e, 0x14],
    [0x15, 0x22, 1],
    [0x23, 0x53],
    [0x54, 0x5b, 'memory', 1],
    [0x5c, 0x5d, 'memory'],
    [0x5e, 0x113],
  ],
  0xfe: [
    [0x00, 0x02, 'memory'],
    [0x03, 0x03, 1],
    [0x10, 0x4e, 'memory'],
  ],
};

/**
 * Copies the body of a function without the numbers that the linker chooses: indices of functions, types and globals, and addresses
 * of data. A function that did not change then has the same bytes in each version of a module.
 */
export function withoutLinks(body: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let copied = 0;
  for (const { links } of readInstructions(body)) {
    for (const [start, end] of links) {
      parts.push(body.subarray(copied, start));
      copied = end;
    }
  }
  return Buffer.concat([...parts, body.subarray(copied)]);
}

type Instruction = {
  /** The code of the instruction. A prefix is in the higher bits. */
  readonly code: number;
  /** The positions of the numbers that the linker chose. */
  readonly links: readonly (readonly [start: number, end: number])[];
};

/** Reads the instructions of a function. Throws for one that is not in the list above. */
export function* readInstructions(body: Uint8Array): Generator<Instruction> {
  const reader: Reader = { bytes: body, at: 0 };
  skipLocals(reader);
  while (reader.at < body.length) {
    const { code, operands } = readCode(reader);
    const links: [number, number][] = [];
    for (const operand of operands) {
      const start = reader.at;
      if (isLink(reader, operand)) {
        links.push([start, reader.at]);
      }
    }
    yield { code, links };
  }
}

/** Skips the declarations of local variables at the start of a body. */
export function skipLocals(reader: Reader): void {
  for (let groups = readUnsigned(reader); groups > 0; groups--) {
    readUnsigned(reader);
    readByte(reader);
  }
}

/** Reads the code of an instruction. Returns it and the operands that follow. */
function readCode(reader: Reader): { readonly code: number; readonly operands: readonly Operand[] } {
  const byte = readByte(reader);
  const prefix = instructions[byte] && byte !== 0 ? byte : 0;
  const code = prefix === 0 ? byte : readUnsigned(reader);
  const found = instructions[prefix]?.find(([first, last]) => code >= first && code <= last);
  if (!found) {
    throw new UnreadableModule(`Unknown instruction 0x${code.toString(16)} of WebAssembly`);
  }
  const [, , ...operands] = found;
  return { code: prefix * 0x1000 + code, operands };
}

/** Reads an operand. Returns whether the linker chose it. */
function isLink(reader: Reader, operand: Operand): boolean {
  switch (operand) {
    case 'unsigned':
    case 'link':
      readUnsigned(reader);
      return operand === 'link';
    case 'constant':
      return Math.abs(readSigned(reader)) >= minAddress;
    case 'memory':
      readUnsigned(reader);
      return readUnsigned(reader) >= minAddress;
    case 'list':
      for (let left = readUnsigned(reader); left > 0; left--) {
        readUnsigned(reader);
      }
      return false;
    default:
      reader.at += operand;
      return false;
  }
}
