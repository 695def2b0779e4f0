import { FunctionPrototype, type DeclaredElement, type Program } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

/** The TypeScript type of an argument by its type's name in AssemblyScript. Arrays are passed by address. */
const argumentTypes: Readonly<Record<string, string>> = {
  i32: 'number',
  f32: 'number',
  f64: 'number',
  Bytes: 'Uint8Array | Uint8ClampedArray',
  Ints: 'Int32Array',
  Floats: 'Float32Array',
  Doubles: 'Float64Array',
};

const resultTypes: Readonly<Record<string, string>> = { void: 'void', i32: 'number' };

/** Reads the signatures of the functions that an AssemblyScript file exports from the compiler's program. */
export class ExportTypes extends Transform {
  readonly #file: string;
  #signatures: readonly string[] = [];

  /** `file` is relative to the folder of the program's entry. */
  constructor(file: string) {
    super();
    this.#file = file;
  }

  override afterInitialize(program: Program): void {
    const file = [...program.filesByName.values()].find(({ source }) => source.normalizedPath === this.#file);
    if (!file?.exports) {
      throw new Error(`${this.#file} exports nothing`);
    }
    const exports = [...file.exports].toSorted(([one], [other]) => (one < other ? -1 : 1));
    this.#signatures = exports.map(([name, element]) => toSignature(name, element));
  }

  /** Returns the members of a TypeScript type, one for each function. Call it after the compilation. */
  toMembers(): string {
    return this.#signatures.join('\n');
  }
}

function toSignature(name: string, element: DeclaredElement): string {
  if (!(element instanceof FunctionPrototype)) {
    throw new Error(`${name} is not a function, and only functions may be exported`);
  }
  const { parameters, returnType } = element.functionTypeNode;
  const list = parameters.map(
    (one) => `    ${one.name.text}: ${find(argumentTypes, one.type.range.toString(), name)},`,
  );
  return [`  ${name}(`, ...list, `  ): ${find(resultTypes, returnType.range.toString(), name)};`].join('\n');
}

function find(types: Readonly<Record<string, string>>, type: string, name: string): string {
  const found = types[type];
  if (!found) {
    throw new Error(`${name} uses the type ${type}; its signature may use ${Object.keys(types).join(', ')}`);
  }
  return found;
}
