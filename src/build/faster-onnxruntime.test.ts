import { build, createLogger } from 'vite';
import { expect, test, vi } from 'vitest';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { addKernels, readPublished } from '#ort-kernels';
import { runOnce } from '../../packages/ort-kernels/tools/onnx-worker.ts';
import { shippedVariant, shippedWeights } from '../../test/support/shipped-model.ts';
import { fasterOnnxruntime } from './faster-onnxruntime.ts';

vi.setConfig({ testTimeout: 180_000 });

test('the mattes of the plain variant equal those of onnxruntime; those of the fused one differ only in the last digits', async () => {
  const { wasm: published } = await readPublished();
  const original = await computeMatte(published);
  expect(Math.max(...original) - Math.min(...original)).toBeGreaterThan(0.5);
  expect(await computeMatte(addKernels(published, 'plain').wasm)).toEqual(original);
  const fused = await computeMatte(addKernels(published, 'fused').wasm);
  const differences = fused.map((value, at) => Math.abs(value - (original[at] ?? Number.NaN)));
  expect(Math.max(...differences)).toBeLessThan(1e-4);
});

test('a build of the site includes an unknown onnxruntime unchanged, and warns once', async () => {
  const { files, warnings } = await buildWith(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  expect(files.map(({ source }) => Buffer.from(source).toString('hex'))).toEqual(
    Array.from({ length: files.length }, () => '0061736d01000000'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatch(/onnxruntime-web 9\.0\.0 .*depthwise.*packages\/ort-kernels\/README\.md/);
});

/** Builds a script that imports both variants, with `wasm` as the published file. Collects the warnings. */
async function buildWith(wasm: Uint8Array) {
  const warnings: string[] = [];
  const entry = 'entry';
  const customLogger = createLogger('warn');
  customLogger.warn = (message) => void warnings.push(message);
  const imports = ['fused', 'plain'].map(
    (name) => `export { default as ${name} } from 'offcut:onnxruntime-${name}.wasm?url';`,
  );
  const result = await build({
    configFile: false,
    customLogger,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? imports.join('\n') : null),
      },
      fasterOnnxruntime(() => Promise.resolve({ wasm, version: '9.0.0' })),
    ],
    build: { write: false, rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const [output] = [result].flat();
  const files = output && 'output' in output ? output.output.filter((file) => file.type === 'asset') : [];
  return { files, warnings };
}

/** Returns the matte of the shipped model for a drawn person. */
async function computeMatte(runtime: Uint8Array): Promise<Float32Array> {
  const { width, height } = shippedVariant(144);
  const { rgb } = drawBust({ width, height });
  const points = width * height;
  const data = Float32Array.from({ length: 4 * points }, (_, at) => {
    const channel = Math.floor(at / points);
    return channel < 3 ? (rgb[3 * (at % points) + channel] ?? 0) / 255 : 0;
  });
  const [alpha] = await runOnce(runtime, await shippedWeights(144), { data, dims: [1, 4, height, width] });
  expect(alpha).toBeInstanceOf(Float32Array);
  return alpha ?? new Float32Array();
}
