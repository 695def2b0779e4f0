import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf, shareProduct, storedFiles, type Product } from '../support/product.ts';

const clip = join(import.meta.dirname, '../fixtures/sample/short.mp4');
const boundary = 'a-boundary-of-the-test';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

test('uploads that are broken off leave nothing behind, and their tickets are still good', async () => {
  const tickets = await Promise.all(Array.from({ length: 10 }, () => product.newTicket()));
  const before = await storedFiles(product.page);
  await Promise.all(
    tickets.map(async (ticket, index) => {
      const upload = await beginUpload(ticket);
      await new Promise((resolve) => setTimeout(resolve, 100 + 50 * index));
      upload.breakOff();
    }),
  );
  await expect.poll(() => storedFiles(product.page)).toEqual(before);
  const upload = await beginUpload(tickets[0] ?? '');
  expect(await upload.finish()).toMatchObject({ success: true, data: { status: 'uploaded' } });
});

test('the address of a file of this very site is a material', async () => {
  await product.upload(clip);
  const [row] = dataOf((await product.api<{ url: string }[]>('GET', '/v1/materials')).body);
  const result = dataOf((await product.run({ material: row?.url, quality: 'fast' })).body);
  expect(result).toMatchObject({ status: 'completed', cached: false });
  const head = await fetch(result.processedVideoUrl, { method: 'HEAD' });
  expect(head.headers.get('Content-Type')).toBe('video/webm');
});

test('a reset in the middle of an upload resets all the same, and the upload leaves nothing', async () => {
  const upload = await beginUpload(await product.newTicket());
  await expect.poll(() => storedFiles(product.page)).toContainEqual(expect.stringContaining('file_'));
  const reset = await product.api('POST', '/sandbox/v1/reset', {});
  expect(reset.body).toEqual({ success: true, data: { reset: true } });
  expect(await upload.finish()).toMatchObject({ success: false, errorCode: 'TICKET_NOT_FOUND' });
  expect(await storedFiles(product.page)).toEqual([]);
});

/** An upload of which all but the end is sent. */
async function beginUpload(ticket: string) {
  const call = request(`${product.baseUrl}/v1/uploads/${ticket}/file`, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<unknown>((resolve) => {
    call.on('error', () => resolve('lost'));
    call.on('response', (response) => resolve(response.toArray().then((pieces) => JSON.parse(pieces.join('')))));
  });
  call.write(head);
  // More than is collected before a write to the disk.
  call.write(Buffer.concat([await readFile(clip), Buffer.alloc(3_000_000)]));
  return {
    breakOff: () => call.destroy(),
    finish: () => {
      call.end(tail);
      return answered;
    },
  };
}
