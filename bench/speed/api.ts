import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getData, type Product } from '#test/support/product.ts';
import type { Clip } from './clips.ts';

/** The latency of a call, in milliseconds, and its throughput, seen from a program outside the browser. */
export type Latency = { readonly call: string; readonly p50: number; readonly p95: number; readonly perSecond: number };

export type ApiResult = { readonly latencies: readonly Latency[]; readonly uploadMegabytesPerSecond: number };

const calls = 200;
/** The calls at once when throughput is measured. */
const lanes = 8;
const uploadBytes = 128 * 1024 * 1024;

/** Measures latency and throughput of calls that do no heavy work, and of an upload. */
export async function measureApi({ product, clip, dir }: { product: Product; clip: Clip; dir: string }) {
  const get = (path: string) => async (): Promise<void> => {
    const response = await fetch(product.baseUrl + path, { headers: product.authorized });
    await response.arrayBuffer();
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}`);
    }
  };
  const body = { material: await product.upload(clip.file), trim: { startSeconds: 0, endSeconds: 0.5 } };
  getData((await product.run(body)).body);
  const cached = async (): Promise<void> => {
    if (!getData((await product.run(body)).body).cached) {
      throw new Error('an equal run was made again');
    }
  };
  const latencies = [
    await measureCall('GET /v1/me', get('/v1/me')),
    await measureCall('GET /v1/recipes', get('/v1/recipes')),
    await measureCall('POST /v1/run/remove-background, cached', cached),
  ];
  return { latencies, uploadMegabytesPerSecond: await measureUpload(product, clip, dir) } satisfies ApiResult;
}

async function measureCall(call: string, work: () => Promise<void>): Promise<Latency> {
  await work();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let i = 0; i < calls / lanes; i++) {
        await work();
      }
    }),
  );
  return { call, p50: at(0.5), p95: at(0.95), perSecond: (1000 * calls) / (performance.now() - start) };
}

/** Measures an upload. The file is a clip followed by many zeros, which readers ignore. */
async function measureUpload(product: Product, clip: Clip, dir: string): Promise<number> {
  const file = join(dir, 'large.mp4');
  const bytes = Buffer.alloc(uploadBytes);
  readFileSync(clip.file).copy(bytes);
  await writeFile(file, bytes);
  const start = performance.now();
  await product.upload(file);
  return uploadBytes / 1024 / 1024 / ((performance.now() - start) / 1000);
}
