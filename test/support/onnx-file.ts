type Node = {
  readonly type: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
};
type Tensor = { readonly name: string; readonly dims: readonly number[]; readonly data: Float32Array };
type Input = {
  readonly name: string;
  /** A dimension of open size is a name. */
  readonly dims: readonly (number | string)[];
  readonly type?: 'int64';
};
type Graph = {
  readonly nodes: readonly Node[];
  readonly weights: readonly Tensor[];
  readonly inputs: readonly Input[];
  readonly outputs: readonly string[];
};

/**
 * Creates an ONNX file of floats, whose inputs may be integers: the part of the format that tests need.
 * https://onnx.ai/onnx/repo-docs/IR.html
 */
export function toOnnxFile({ nodes, weights, inputs, outputs }: Graph): Uint8Array<ArrayBuffer> {
  const graph = [
    ...nodes.flatMap((node) => part(1, toNode(node))),
    ...part(2, text('test')),
    ...weights.flatMap((tensor) => part(5, toTensor(tensor))),
    ...inputs.flatMap(({ name, dims, type }) => part(11, toValue(name, type === 'int64' ? int64 : float, dims))),
    ...outputs.flatMap((name) => part(12, toValue(name, float, null))),
  ];
  return Uint8Array.from([...number(1, irVersion), ...part(7, graph), ...part(8, number(2, operatorSet))]);
}

const irVersion = 8;
const operatorSet = 17;
const float = 1;
const int64 = 7;

const toNode = ({ type, inputs, output, attributes = {} }: Node): number[] => [
  ...inputs.flatMap((name) => part(1, text(name))),
  ...part(2, text(output)),
  ...part(4, text(type)),
  ...Object.entries(attributes).flatMap(([name, value]) => part(5, [...part(1, text(name)), ...toAttribute(value)])),
];

const toAttribute = (value: number | readonly number[]): number[] =>
  typeof value === 'number'
    ? [...number(3, value), ...number(20, 2)]
    : [...value.flatMap((one) => number(8, one)), ...number(20, 7)];

const toTensor = ({ name, dims, data }: Tensor): number[] => [
  ...dims.flatMap((dim) => number(1, dim)),
  ...number(2, float),
  ...part(8, text(name)),
  ...part(9, [...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]),
];

function toValue(name: string, type: number, dims: Input['dims'] | null): number[] {
  const shape = dims
    ? part(
        2,
        dims.flatMap((dim) => part(1, typeof dim === 'number' ? number(1, dim) : part(2, text(dim)))),
      )
    : [];
  return [...part(1, text(name)), ...part(2, part(1, [...number(1, type), ...shape]))];
}

const text = (value: string): number[] => [...new TextEncoder().encode(value)];

/** Encodes a protocol buffer field that is a number of 0 or more. */
const number = (field: number, value: number): number[] => [...variable(8 * field), ...variable(value)];

/** Encodes a field of bytes: a string, or a nested message. */
const part = (field: number, bytes: readonly number[]): number[] => [
  ...variable(8 * field + 2),
  ...variable(bytes.length),
  ...bytes,
];

const variable = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...variable(Math.floor(value / 0x80))];
