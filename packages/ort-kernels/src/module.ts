import { skipLocals } from './instructions.ts';
import { readByte, readUnsigned, toUnsigned, UnreadableModule, type Reader } from './reader.ts';

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
  const reader: Reader = { bytes: items, at: 0 };
  return Array.from({ length: count }, () => {
    const length = readUnsigned(reader);
    reader.at += length;
    return items.subarray(reader.at - length, reader.at);
  });
}

/** Lists the types of a module's functions, in the order of their bodies. */
export function listFunctionTypes(wasm: Uint8Array): FunctionType[] {
  const types = listTypes(wasm);
  const { count, items } = readVector(wasm, functionSectionId);
  const reader: Reader = { bytes: items, at: 0 };
  return Array.from({ length: count }, () => {
    const type = types[readUnsigned(reader)];
    if (!type) {
      throw new UnreadableModule('A function of the WebAssembly module has no type');
    }
    return type;
  });
}

/** The types of parameters and of results, in hexadecimal: `7f` is i32, `7d` is f32. */
export type FunctionType = { readonly parameters: readonly string[]; readonly results: readonly string[] };

function listTypes(wasm: Uint8Array): FunctionType[] {
  const functionForm = 0x60;
  const { count, items } = readVector(wasm, typeSectionId);
  const reader: Reader = { bytes: items, at: 0 };
  const readTypes = (): string[] => Array.from({ length: readUnsigned(reader) }, () => readByte(reader).toString(16));
  return Array.from({ length: count }, () => {
    if (readByte(reader) !== functionForm) {
      throw new UnreadableModule('The WebAssembly module has types that are not functions');
    }
    return { parameters: readTypes(), results: readTypes() };
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
  const declarations = kernels.map((_kernel, at) => toUnsigned(types.count + at));
  const withDeclarations = withVector(withTypes, functionSectionId, append(functions, declarations));
  return {
    wasm: withBodies(withDeclarations, [...listBodies(wasm), ...kernels.flatMap(listBodies)]),
    first: countImportedFunctions(wasm) + functions.count,
  };
}

/** Counts the imported functions, which have the first indices. */
function countImportedFunctions(wasm: Uint8Array): number {
  const { count, items } = readVector(wasm, importSectionId);
  const reader: Reader = { bytes: items, at: 0 };
  const kinds = Array.from({ length: count }, () => {
    for (const _name of ['module', 'field']) {
      const length = readUnsigned(reader);
      reader.at += length;
    }
    const kind = readUnsigned(reader);
    const typeBytes = kind === tableKind || kind === globalKind || kind === tagKind ? 1 : 0;
    reader.at += typeBytes;
    const flags = readUnsigned(reader);
    if (kind === tableKind || kind === memoryKind) {
      readUnsigned(reader);
      if (flags & hasMaximum) {
        readUnsigned(reader);
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
export function withCallFirst(body: Uint8Array, index: number, parameterCount: number): Uint8Array {
  const reader: Reader = { bytes: body, at: 0 };
  skipLocals(reader);
  const [localGet, call, ifNot0, nothing, leave, end] = [0x20, 0x10, 0x04, 0x40, 0x0f, 0x0b];
  const pass = Array.from({ length: parameterCount }, (_, place) => [localGet, place]).flat();
  const firstCall = Uint8Array.of(...pass, call, ...toUnsigned(index), ifNot0, nothing, leave, end);
  return Buffer.concat([body.subarray(0, reader.at), firstCall, body.subarray(reader.at)]);
}

/** Lists the ids of a module's sections, such as 3 for functions and 6 for globals. */
export const listSectionIds = (wasm: Uint8Array): number[] => listSections(wasm).map(({ id }) => id);

/** The content of most sections: a count, and that number of items. */
type Vector = { readonly count: number; readonly items: Uint8Array };

function readVector(wasm: Uint8Array, id: number): Vector {
  const { content, end } = findSection(wasm, id);
  const reader: Reader = { bytes: wasm, at: content };
  const count = readUnsigned(reader);
  return { count, items: wasm.subarray(reader.at, end) };
}

function withVector(wasm: Uint8Array, id: number, { count, items }: Vector): Uint8Array<ArrayBuffer> {
  const { start, end } = findSection(wasm, id);
  const content = Buffer.concat([toUnsigned(count), items]);
  const section = [Uint8Array.of(id), toUnsigned(content.length), content];
  return Uint8Array.from(Buffer.concat([wasm.subarray(0, start), ...section, wasm.subarray(end)]));
}

const append = ({ count, items }: Vector, added: readonly Uint8Array[]): Vector => ({
  count: count + added.length,
  items: Buffer.concat([items, ...added]),
});

const joinBodies = (bodies: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(bodies.flatMap((body) => [toUnsigned(body.length), body]));

function findSection(wasm: Uint8Array, id: number): Section {
  const found = listSections(wasm).find((section) => section.id === id);
  if (!found) {
    throw new UnreadableModule(`The WebAssembly module has no section ${id}`);
  }
  return found;
}

function listSections(wasm: Uint8Array): Section[] {
  const sections: Section[] = [];
  const reader: Reader = { bytes: wasm, at: headerBytes };
  while (reader.at < wasm.length) {
    const start = reader.at;
    const id = readByte(reader);
    const length = readUnsigned(reader);
    sections.push({ id, start, content: reader.at, end: reader.at + length });
    reader.at += length;
  }
  return sections;
}
