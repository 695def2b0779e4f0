import { build, createLogger } from 'vite';
import { expect, test, vi } from 'vitest';
import { fasterOnnxruntime, readOnnxruntime, replaceFunctions, toKernelFile } from './faster-onnxruntime.ts';
import { listBodies, withBodies } from './function-bodies.ts';

vi.setConfig({ testTimeout: 60_000 });

const [nop, end] = [0x01, 0x0b];

/** Simulates another version of onnxruntime: adds a `nop` to the functions that `isOther` selects. */
async function readOther(isOther: (file: string) => boolean): Promise<Uint8Array<ArrayBuffer>> {
  const published = await readOnnxruntime();
  const bodies = listBodies(published).map((body) => {
    const file = toKernelFile(body);
    return file && isOther(file) ? Buffer.concat([body.subarray(0, -1), Uint8Array.of(nop, end)]) : body;
  });
  return withBodies(published, bodies);
}

test('the version in package.json is known', async () => {
  expect((await replaceFunctions(await readOnnxruntime(), 'plain')).unknown).toEqual([]);
});

test('a build whose functions are all unknown stays unchanged', async () => {
  const other = await readOther(() => true);
  const { wasm, unknown } = await replaceFunctions(other, 'fused');
  expect(unknown).toHaveLength(5);
  expect(Buffer.compare(wasm, other)).toBe(0);
});

test.each(['depthwise.ts', 'im2col.ts'])(
  'only the function of %s stays unchanged if only that one is unknown',
  async (file) => {
    const other = await readOther((one) => one === file);
    const { wasm, unknown } = await replaceFunctions(other, 'plain');
    expect(unknown).toEqual([file]);
    expect(WebAssembly.validate(Uint8Array.from(wasm))).toBe(true);
    const [before, after] = [listBodies(other), listBodies(wasm)];
    expect(before.filter((body, place) => Buffer.compare(body, after[place] ?? body) !== 0)).toHaveLength(4);
  },
);

test('a build of the site warns about an unknown onnxruntime and includes it', async () => {
  const { result, warnings } = await buildWithUnknown(false);
  expect(warnings.join('\n')).toMatch(/onnxruntime-web has changed: .*im2col\.ts/);
  const [output] = [await result].flat();
  const files = output && 'output' in output ? output.output : [];
  const wasm = files.flatMap((file) => (file.type === 'asset' ? [file.source] : []));
  expect(wasm).toHaveLength(1);
  expect(Buffer.compare(Buffer.from(wasm[0] ?? ''), await readOther(() => true))).toBe(0);
});

test('in CI, the build of the site fails', async () => {
  const { result } = await buildWithUnknown(true);
  await expect(result).rejects.toThrow('onnxruntime-web has changed');
});

/** Builds a script that imports the kernels, and collects the log messages. */
async function buildWithUnknown(isStrict: boolean) {
  const warnings: string[] = [];
  const entry = 'entry';
  const customLogger = createLogger('warn');
  customLogger.warn = (message) => void warnings.push(message);
  customLogger.error = () => {};
  const result = build({
    configFile: false,
    customLogger,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? `export { default } from 'offcut:onnxruntime-plain.wasm?url';` : null),
      },
      fasterOnnxruntime({ read: () => readOther(() => true), isStrict }),
    ],
    build: { write: false, rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  await Promise.allSettled([result]);
  return { result, warnings };
}
