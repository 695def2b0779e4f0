import { relaxedSimdModule } from '#core/lib/wasm-features.ts';
import type { Feature } from './feature.ts';

/** A feature that exists if the expression is true in the page. */
const has = (id: string, title: string, expression: string, otherwise: string): Feature => ({
  id,
  title,
  check: async ({ product }) => ((await product.page.evaluate<unknown>(expression)) === true ? 'yes' : otherwise),
});

const encodesSound = (config: AudioEncoderConfig): string =>
  `'AudioEncoder' in globalThis && AudioEncoder.isConfigSupported(${JSON.stringify(config)}).then(({ supported }) => supported)`;

/** Browser features that the engine uses if they exist. */
export const engineParts: readonly Feature[] = [
  has('threads', 'Threads', 'crossOriginIsolated && typeof SharedArrayBuffer === "function"', 'no: one thread'),
  has(
    'relaxed-simd',
    'Relaxed SIMD',
    `WebAssembly.validate(new Uint8Array(${JSON.stringify(relaxedSimdModule)}))`,
    'no: kernels without it',
  ),
  has(
    'webgpu',
    'WebGPU',
    '(async () => (await navigator.gpu?.requestAdapter() ?? null) !== null)()',
    'not on the test machine',
  ),
  has(
    'aac',
    'AAC encoder',
    encodesSound({ codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000, bitrate: 128_000 }),
    'no: encoded in WebAssembly',
  ),
  has('file-picker', 'Files on the disk stay linked', '"showOpenFilePicker" in window', 'no: files are uploaded'),
  has('share', 'Share a result with another app', '"canShare" in navigator', 'no: download instead'),
];
