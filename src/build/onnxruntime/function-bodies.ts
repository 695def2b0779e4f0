const typeSectionId = 1;
const importSectionId = 2;
const functionSectionId = 3;
const codeSectionId = 10;
const headerBytes = 8;

/** The kinds of imports. */
const [functionKind, tableKind, memoryKind, globalKind, tagKind] = [0, 1, 2, 3, 4];
const hasMaximum = 1;

type Section = { readonly id: number; readonly start: number; readonly content: number; readonly end: number };

/**
 * Lists the bodies of a WebAssembly module's functions, in order: local variables and instructions, without their lengths.
 * They are views of `wasm`. See https://webassembly.github.io/spec/core/binary/modules.html
 */
export function listBodies(wasm: Uint8Array): Uint8Array[] {
  const { count, items } = readVector(wasm, codeSectionId);
  const reader = { wasm: items, at: 0 };
  return Array.from({ length: count }, () => {
    const length = readLength(reader);
    reader.at += length;
    return items.subarray(reader.at - length, reader.at);
  });
}

/** Returns the module with its function bodies replaced by `bodies`. */
export const withBodies = (wasm: Uint8Array, bodies: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  withVector(wasm, codeSectionId, { count: bodies.length, items: joinBodies(bodies) });

/**
 * Appends the function of each of `kernels` to the module. Returns the module and the index of the first appended function.
 * Every kernel has one function. The indices of all other functions stay the same.
 */
export function withFunctions(
  wasm: Uint8Array,
  kernels: readonly Uint8Array[],
): { readonly wasm: Uint8Array<ArrayBuffer>; readonly first: number } {
  const types = readVector(wasm, typeSectionId);
  const functions = readVector(wasm, functionSectionId);
  const addedTypes = kernels.map((kernel) => readVector(kernel, typeSectionId).items);
  const withTypes = withVector(wasm, typeSectionId, append(types, addedTypes));
  const declarations = kernels.map((_kernel, at) => toBytes(types.count + at));
  const withDeclarations = withVector(withTypes, functionSectionId, append(functions, declarations));
  return {
    wasm: withBodies(withDeclarations, [...listBodies(wasm), ...kernels.flatMap(listBodies)]),
    first: countImportedFunctions(wasm) + functions.count,
  };
}

/** Counts the imported functions, which have the first indices. */
function countImportedFunctions(wasm: Uint8Array): number {
  const { count, items } = readVector(wasm, importSectionId);
  const reader = { wasm: items, at: 0 };
  const kinds = Array.from({ length: count }, () => {
    for (const _name of ['module', 'field']) {
      const length = readLength(reader);
      reader.at += length;
    }
    const kind = readLength(reader);
    const typeBytes = kind === tableKind || kind === globalKind || kind === tagKind ? 1 : 0;
    reader.at += typeBytes;
    const flags = readLength(reader);
    if (kind === tableKind || kind === memoryKind) {
      readLength(reader);
      if (flags & hasMaximum) {
        readLength(reader);
      }
    }
    return kind;
  });
  return kinds.filter((kind) => kind === functionKind).length;
}

/**
 * Changes the body of a function without a result, so that it first calls function `index` with all of its `parameterCount`
 * arguments. The function continues only if that call returns 0.
 */
export function askingFirst(body: Uint8Array, index: number, parameterCount: number): Uint8Array {
  const reader = { wasm: body, at: 0 };
  for (let groups = readLength(reader); groups > 0; groups--) {
    readLength(reader);
    reader.at++;
  }
  const [localGet, call, ifNot0, nothing, leave, end] = [0x20, 0x10, 0x04, 0x40, 0x0f, 0x0b];
  const handOver = Array.from({ length: parameterCount }, (_, place) => [localGet, place]).flat();
  const question = Uint8Array.of(...handOver, call, ...toBytes(index), ifNot0, nothing, leave, end);
  return Buffer.concat([body.subarray(0, reader.at), question, body.subarray(reader.at)]);
}

/** Lists the ids of a module's sections, such as 3 for functions and 6 for globals. */
export const listSectionIds = (wasm: Uint8Array): number[] => listSections(wasm).map(({ id }) => id);

/** The content of most sections: a count, and that number of items. */
type Vector = { readonly count: number; readonly items: Uint8Array };

function readVector(wasm: Uint8Array, id: number): Vector {
  const { content, end } = findSection(wasm, id);
  const reader = { wasm, at: content };
  const count = readLength(reader);
  return { count, items: wasm.subarray(reader.at, end) };
}

function withVector(wasm: Uint8Array, id: number, { count, items }: Vector): Uint8Array<ArrayBuffer> {
  const { start, end } = findSection(wasm, id);
  const content = Buffer.concat([toBytes(count), items]);
  const section = [Uint8Array.of(id), toBytes(content.length), content];
  return Uint8Array.from(Buffer.concat([wasm.subarray(0, start), ...section, wasm.subarray(end)]));
}

const append = ({ count, items }: Vector, added: readonly Uint8Array[]): Vector => ({
  count: count + added.length,
  items: Buffer.concat([items, ...added]),
});

const joinBodies = (bodies: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(bodies.flatMap((body) => [toBytes(body.length), body]));

function findSection(wasm: Uint8Array, id: number): Section {
  const found = listSections(wasm).find((section) => section.id === id);
  if (!found) {
    throw new Error(`The WebAssembly module has no section ${id}`);
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

/** Reads an unsigned number in LEB128: seven bits a byte, the lowest first. */
function readLength(reader: { readonly wasm: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = reader.wasm[reader.at++];
    if (byte === undefined) {
      throw new Error('The WebAssembly module is truncated');
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
