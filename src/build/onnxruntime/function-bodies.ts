const codeSectionId = 10;
const headerBytes = 8;

type Section = { readonly id: number; readonly start: number; readonly content: number; readonly end: number };

/**
 * The bodies of a WebAssembly module's functions, in order: their local variables and instructions, without their lengths.
 * They are views of `wasm`. https://webassembly.github.io/spec/core/binary/modules.html
 */
export function listBodies(wasm: Uint8Array): Uint8Array[] {
  const { content } = findCodeSection(wasm);
  const reader = { wasm, at: content };
  return Array.from({ length: readLength(reader) }, () => {
    const length = readLength(reader);
    reader.at += length;
    return wasm.subarray(reader.at - length, reader.at);
  });
}

/** The module with `bodies` in the place of its own. */
export function withBodies(wasm: Uint8Array, bodies: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const { start, end } = findCodeSection(wasm);
  const code = Buffer.concat([toBytes(bodies.length), ...bodies.flatMap((body) => [toBytes(body.length), body])]);
  const section = [Uint8Array.of(codeSectionId), toBytes(code.length), code];
  return Uint8Array.from(Buffer.concat([wasm.subarray(0, start), ...section, wasm.subarray(end)]));
}

/** The numbers of the sections that a module has, such as 3 for functions and 6 for globals. */
export const listSectionIds = (wasm: Uint8Array): number[] => listSections(wasm).map(({ id }) => id);

function findCodeSection(wasm: Uint8Array): Section {
  const found = listSections(wasm).find(({ id }) => id === codeSectionId);
  if (!found) {
    throw new Error('this WebAssembly has no functions');
  }
  return found;
}

function listSections(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader = { wasm, at: headerBytes };
  while (reader.at < wasm.length) {
    const start = reader.at++;
    const length = readLength(reader);
    sections.push({ id: wasm[start] ?? 0, start, content: reader.at, end: reader.at + length });
    reader.at += length;
  }
  return sections;
}

/** An unsigned number in LEB128, seven bits in a byte, the lowest first. */
function readLength(reader: { readonly wasm: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.wasm[reader.at++];
    if (byte === undefined) {
      throw new Error('this WebAssembly ends in the middle');
    }
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) {
      return value;
    }
  }
}

function toBytes(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
