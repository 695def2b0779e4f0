import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetJobs, isAgain } from '#test/support/again.ts';
import { damageTable, shapePixels } from '#test/support/damage.ts';
import { hasSharedMedia, sharedFolder } from '#test/support/native.ts';
import { getData, filesSince, shareProduct, storedFiles, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const boundary = 'a-boundary-of-the-test';
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
const tail = `\r\n--${boundary}--\r\n`;

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

beforeEach((context) => (isAgain(context) ? forgetJobs(product) : undefined));

test('leaves no bytes of interrupted uploads and keeps their tickets valid', async () => {
  const tickets = await Promise.all(Array.from({ length: 10 }, () => product.newTicket()));
  const before = await storedFiles(product.page);
  await Promise.all(
    tickets.map(async (ticket, index) => {
      const upload = await beginUpload(ticket);
      await new Promise((resolve) => setTimeout(resolve, 100 + 50 * index));
      upload.breakOff();
    }),
  );
  await expect.poll(() => filesSince(product.page, before)).toEqual([]);
  const upload = await beginUpload(tickets[0] ?? '');
  expect(await upload.finish()).toMatchObject({ success: true, data: { status: 'uploaded' } });
});

test('accepts the URL of a file of this site as a material', async () => {
  const material = await product.upload(clip);
  const materials = getData((await product.api<{ material: string; url: string }[]>('GET', '/v1/materials')).body);
  const url = materials.find((row) => row.material === material)?.url;
  const result = getData((await product.run({ material: url, quality: 'fast' })).body);
  expect(result).toMatchObject({ status: 'completed', cached: false });
  const head = await fetch(result.processedVideoUrl, { method: 'HEAD' });
  expect(head.headers.get('Content-Type')).toBe('video/webm');
});

describe('refuses a file that needs too much memory or time, and completes the next run', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-hostile-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    {
      file: 'tall pixels',
      change: (bytes: Buffer) => shapePixels(bytes, 9, 1024),
      says: /too large: 320x20480 pixels/,
    },
    { file: 'a line', change: (bytes: Buffer) => shapePixels(bytes, 400, 1), says: /too large: 128000x180 pixels/ },
    {
      file: 'a wide picture',
      change: (bytes: Buffer) => damageTable(bytes, 'avcC', -62, 20_000 * 65_536 + 200),
      says: /too large: 20000x200 pixels/,
    },
    {
      file: 'a huge chunk',
      change: (bytes: Buffer) => damageTable(bytes, 'stsc', 12, 0xffff_ffff),
      says: /its table "stsc" counts 4294967295/,
    },
    {
      file: 'too many times',
      change: (bytes: Buffer) => damageTable(bytes, 'stts', 8, 0xffff_ffff),
      says: /its table "stts" counts 4294967295/,
    },
    {
      file: 'endless frames',
      change: (bytes: Buffer) => damageTable(bytes, 'stts', 12, 0x7fff_ffff),
      says: /timestamps are damaged: .* a frame lasts/,
    },
  ])('$file', async ({ file, change, says }) => {
    const path = join(folder, `${file}.mp4`);
    await writeFile(path, change(await readFile(clip)));
    await expectRefusal(path, says);
  });

  test.skipIf(!hasSharedMedia()).each([
    { file: 'w16384.mkv', says: /too large: 16384x29127 pixels/ },
    { file: 'sar16.mp4', says: /too large: 1920x17280 pixels/ },
    { file: 'q9000.mkv', says: /too large: 9000x9000 pixels/ },
    { file: 'stsc_huge.mp4', says: /its table "stsc" counts 4294967295/ },
    { file: 'stts_deltamax.mp4', says: /timestamps are damaged/ },
  ])('$file', ({ file, says }) => expectRefusal(join(sharedFolder, 'media/hostile', file), says));

  test("accepts the project's own clip", async () => {
    const material = await product.upload(clip);
    const run = getData((await product.run({ material, quality: 'fast', edge: { shiftPx: 1 } })).body);
    expect(run).toMatchObject({ status: 'completed', cached: false });
  });

  async function expectRefusal(path: string, says: RegExp): Promise<void> {
    const { status, body } = await product.run({ material: await product.upload(path), quality: 'fast' });
    expect([status, body]).toEqual([
      415,
      expect.objectContaining({ errorCode: 'UNSUPPORTED_MEDIA', message: expect.stringMatching(says) as unknown }),
    ]);
  }
});

test('refuses a trim beyond the end at the field that caused it', async () => {
  await expectTrimRefusal(
    clip,
    { startSeconds: 5, endSeconds: 6 },
    /starts at or after the end of the video, .* 1\.\d\d s/,
  );
});

test('refuses a trim beyond the last frame, where only audio remains, at the same field', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-trim-'));
  const path = join(folder, 'half.mp4');
  // Frames of half the duration: the video ends in the middle of the audio.
  await writeFile(path, damageTable(await readFile(clip), 'stts', 12, 0x1_00));
  await expectTrimRefusal(
    path,
    { startSeconds: 0.8, endSeconds: 0.9 },
    /contains no frame of the video, which is 1\.\d\d s long/,
  );
  await rm(folder, { recursive: true });
});

async function expectTrimRefusal(path: string, trim: object, says: RegExp): Promise<void> {
  const { status, body } = await product.run({ material: await product.upload(path), quality: 'fast', trim });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      errorCode: 'VALIDATION_FAILED',
      details: [{ path: 'trim.startSeconds', message: expect.stringMatching(says) as unknown }],
    }),
  ]);
}

test('resets during an upload, and keeps no bytes of that upload', async () => {
  const other = await shareProduct();
  const upload = await beginUpload(await other.newTicket(), other);
  await expect.poll(() => storedFiles(other.page)).toContainEqual(expect.stringContaining('file_'));
  const reset = await other.api('POST', '/sandbox/v1/reset', {});
  expect(reset.body).toEqual({ success: true, data: { reset: true } });
  expect(await upload.finish()).toMatchObject({ success: false, errorCode: 'TICKET_NOT_FOUND' });
  await expect.poll(() => storedFiles(other.page)).toEqual([]);
  await other.close();
});

/** Sends an upload without its end. */
async function beginUpload(ticket: string, { baseUrl } = product) {
  const call = request(`${baseUrl}/v1/uploads/${ticket}/file`, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
  const answered = new Promise<unknown>((resolve) => {
    call.on('error', () => resolve('lost'));
    call.on('response', (response) => resolve(response.toArray().then((pieces) => JSON.parse(pieces.join('')))));
  });
  call.write(head);
  // More than the server and the worker buffer before the first bytes are written to the disk.
  call.write(Buffer.concat([await readFile(clip), Buffer.alloc(12_000_000)]));
  return {
    breakOff: () => call.destroy(),
    finish: () => {
      call.end(tail);
      return answered;
    },
  };
}
