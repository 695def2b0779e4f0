import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getData, startProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const fileBytes = 200_000_000;
const downloads = 4;

let product: Product;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-unread-'));
  product = await startProduct();
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

// The private memory of a process is read from /proc.
test.runIf(process.platform === 'linux')(
  'buffers at most a few megabytes of each download that a page does not read',
  async () => {
    const url = await uploadLargeFile();
    const before = await rendererBytes();
    const answers = await Promise.all(Array.from({ length: downloads }, () => startDownload(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: downloads }, () => 200));
    // Chromium reads ahead as far as it may.
    await wait(3000);
    const heldBytes = (await rendererBytes()) - before;
    // A response that Chromium may buffer uses 65 MB.
    expect(heldBytes / downloads).toBeLessThan(20_000_000);
    answers.forEach((answer) => answer.destroy());
  },
);

/** Returns the URL of a file that is not a video after its first bytes. */
async function uploadLargeFile(): Promise<string> {
  const bytes = Buffer.alloc(fileBytes, 7);
  (await readFile(clip)).copy(bytes, 0, 0, 32);
  const file = join(folder, 'large.mp4');
  await writeFile(file, bytes);
  const material = await product.upload(file);
  const materials = getData((await product.api<{ material: string; url: string }[]>('GET', '/v1/materials')).body);
  return materials.find((one) => one.material === material)?.url ?? '';
}

/** Returns the response without reading its body. */
const startDownload = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false }, resolve).on('error', reject).end();
  });

/** Returns the private memory of the processes of pages and workers after a garbage collection. */
async function rendererBytes(): Promise<number> {
  const devtools = await product.context.newCDPSession(product.page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.detach();
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const sizes = await Promise.all(ids.map((id) => ownBytes(id)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Returns 0 for a process that has ended or that does not belong to a renderer of this browser. */
async function ownBytes(processId: string): Promise<number> {
  const command = await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '');
  const isRenderer = command.includes(product.browser.profileDir) && command.includes('--type=renderer');
  const status = isRenderer ? await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '') : '';
  return 1024 * Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
