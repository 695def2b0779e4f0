import { expect, test, vi } from 'vitest';
import { addKernels, findOriginals, kernels, readPublished, type KernelName } from '../src/index.ts';
import { readKernel } from '../src/kernels.ts';
import { listBodies, withBodies } from '../src/module.ts';

vi.setConfig({ testTimeout: 60_000 });

const names = kernels.map(({ name }) => name);
const { wasm: published, version } = await readPublished();

test('a module is split into functions and reassembled unchanged', () => {
  expect(Buffer.compare(withBodies(published, listBodies(published)), published)).toBe(0);
});

test('the kernels know each of their functions in the installed onnxruntime-web', () => {
  const { wasm, missing } = addKernels(published, 'plain');
  expect(missing, `onnxruntime-web ${version}: see packages/ort-kernels/README.md`).toEqual([]);
  expect(listChanged(published, wasm)).toHaveLength(kernels.length);
});

test('an onnxruntime whose functions are all unknown stays unchanged', () => {
  const other = names.reduce<Uint8Array>(withOther, published);
  const { wasm, missing } = addKernels(other, 'fused');
  expect(missing).toEqual(names);
  expect(Buffer.compare(wasm, other)).toBe(0);
});

test.each(['depthwise', 'im2col'] as const)(
  'only the function of %s stays unchanged if only that one is unknown',
  (name) => {
    const other = withOther(published, name);
    const { wasm, missing } = addKernels(other, 'plain');
    expect(missing).toEqual([name]);
    expect(WebAssembly.validate(Uint8Array.from(wasm))).toBe(true);
    expect(listChanged(other, wasm)).toHaveLength(names.length - 1);
  },
);

test('a function of another type is unknown', () => {
  const [original] = findOriginals(published).filter(({ name }) => name === 'im2col');
  const bodies = original ? [original.body] : [];
  const find = (kernel: KernelName) => findOriginals(withBodies(readKernel(kernel, 'plain'), bodies));
  expect(find('im2col')).toHaveLength(1);
  expect(find('store-product')).toEqual([]);
});

test.each([
  ['truncated', published.subarray(0, 1000)],
  ['without functions', published.subarray(0, 8)],
  ['not valid', withBodies(published, [Uint8Array.of(0), ...listBodies(published).slice(1)])],
])('a module that is %s stays unchanged', (_name, other) => {
  const { wasm, missing } = addKernels(other, 'fused');
  expect(missing).toEqual(names);
  expect(wasm).toBe(other);
});

/** Simulates another version of onnxruntime: adds a `nop` to the function of a kernel. */
function withOther(wasm: Uint8Array, kernel: KernelName): Uint8Array {
  const [nop, end] = [0x01, 0x0b];
  const bodies = listBodies(wasm);
  for (const { body, place } of findOriginals(wasm).filter(({ name }) => name === kernel)) {
    bodies[place] = Buffer.concat([body.subarray(0, -1), Uint8Array.of(nop, end)]);
  }
  return withBodies(wasm, bodies);
}

/** Lists the functions of a module that another one changes. */
function listChanged(before: Uint8Array, after: Uint8Array): Uint8Array[] {
  const bodies = listBodies(after);
  return listBodies(before).filter((body, place) => Buffer.compare(body, bodies[place] ?? body) !== 0);
}
