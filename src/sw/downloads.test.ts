import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelEntry } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import { createLocalBell } from '#wire/bell.ts';
import { personModel } from '../../test/support/node-api.ts';
import { startWeightsHost, type WeightsHost } from '../../test/support/weights-host.ts';
import { createDownloads, type Downloads } from './downloads.ts';

/** More than two chunks, and not a multiple of anything. */
const weights = randomBytes(9_500_123);
/** The first chunk is complete by then. */
const inSecondPiece = 6_000_000;

let host: WeightsHost;
let store: Store;
let bell: Bell;
let entry: ModelEntry;
let downloads: Downloads;

beforeEach(async () => {
  host = await startWeightsHost(weights, { isSecure: false });
  store = createMemoryStore();
  bell = createLocalBell();
  entry = { ...personModel, id: 'distant', name: 'Distant', variants: [host.variant()] };
  downloads = start();
});
afterEach(() => host.close());

const start = (stallMs = 30_000): Downloads =>
  createDownloads({
    store,
    bell,
    clock: { now: () => Date.now() },
    // A URL of this site may be http.
    base: new URL(host.baseUrl),
    manifest: [entry],
    fetchOutside: (...request) => fetch(...request),
    stallMs,
    alone: (_, work) => work(),
  });

async function ask(change: Partial<Model> = {}): Promise<void> {
  const now = Date.now();
  const before = await store.get('models', entry.id);
  await store.transact(['models'], (transaction) =>
    transaction.put('models', {
      id: entry.id,
      entry: null,
      status: 'downloading',
      files: [],
      receivedBytes: 0,
      error: null,
      createdAt: now,
      updatedAt: now,
      ...before,
      ...change,
    }),
  );
  bell.ring('models');
}

async function end(): Promise<Model> {
  await downloads.wake();
  const row = await store.get('models', entry.id);
  if (!row) {
    throw new Error('the row is gone');
  }
  return row;
}

async function keptBytes(): Promise<Buffer> {
  const row = await store.get('models', entry.id);
  const pieces = row?.files.flatMap((file) => file.pieces) ?? [];
  const files = await Promise.all(pieces.map(async (piece) => (await store.bytes.read(piece.file)).arrayBuffer()));
  return Buffer.concat(files.map((file) => new Uint8Array(file)));
}

const ranges = (): (string | null)[] =>
  host.requests.filter(({ method }) => method === 'GET').map(({ range }) => range);

test('a model is downloaded completely, checked, and stored in chunks', async () => {
  await ask();
  expect(await end()).toMatchObject({ status: 'installed', error: null, receivedBytes: weights.byteLength });
  expect(weights.equals(await keptBytes())).toBe(true);
  expect(await store.bytes.list()).toHaveLength(3);
  expect(ranges()).toEqual([null]);
  expect(host.requests[0]).toMatchObject({ referrer: null, cookie: null });
});

test('the engine opens a model that the user has added before it is used', async () => {
  await ask({ entry });
  expect(await end()).toMatchObject({ status: 'checking' });
});

test('a download that is interrupted repeatedly resumes where it was, as long as it progresses', async () => {
  host.behaviour.breakAfter = 2_500_000;
  await ask();
  expect(await end()).toMatchObject({ status: 'installed' });
  expect(weights.equals(await keptBytes())).toBe(true);
  const asked = ranges();
  expect(asked.length).toBeGreaterThan(3);
  expect(asked[1]).toMatch(/^bytes=2\d{6}-$/);
});

test('a stopped service worker loses the chunk that it was writing, and the next one fetches the rest', async () => {
  host.behaviour.holdsAfter = inSecondPiece;
  await ask();
  await expect.poll(async () => (await store.get('models', entry.id))?.files[0]?.pieces.length).toBe(1);
  // The next service worker sees only the row and the chunk that it names.
  const left = await store.get('models', entry.id);
  await store.transact(['models'], (transaction) => transaction.remove('models', entry.id));
  host.behaviour.holdsAfter = null;
  await downloads.wake();
  await ask({ ...left });
  expect(await end()).toMatchObject({ status: 'installed' });
  expect(weights.equals(await keptBytes())).toBe(true);
  expect(ranges()).toEqual([null, `bytes=${4 * 1024 * 1024}-`]);
});

describe('two responses of a file that has changed in between are not joined', () => {
  const other = randomBytes(weights.byteLength);
  const half = async (): Promise<void> => {
    host.behaviour.breakAfter = 5_000_000;
    host.behaviour.hasRanges = false;
    await ask();
    expect(await end()).toMatchObject({ status: 'broken', error: { code: 'MODEL_UNREACHABLE' } });
    Object.assign(host.behaviour, { breakAfter: null, hasRanges: true });
    host.requests.length = 0;
  };

  test('detected by its ETag: the download starts again', async () => {
    host.behaviour.bytes = other;
    await half();
    Object.assign(host.behaviour, { bytes: weights, etag: '"two"' });
    await ask({ status: 'downloading' });
    expect(await end()).toMatchObject({ status: 'installed' });
    expect(weights.equals(await keptBytes())).toBe(true);
    expect(ranges()).toEqual([expect.stringMatching(/^bytes=/), null]);
  });

  test('without an ETag, detected by its hash: the file is downloaded once more in one response', async () => {
    Object.assign(host.behaviour, { bytes: other, etag: null });
    await half();
    host.behaviour.bytes = weights;
    await ask({ status: 'downloading' });
    expect(await end()).toMatchObject({ status: 'installed' });
    expect(weights.equals(await keptBytes())).toBe(true);
    expect(ranges()).toEqual([expect.stringMatching(/^bytes=/), null]);
  });

  test('a host without ranges sends the whole file again', async () => {
    await half();
    host.behaviour.hasRanges = false;
    await ask({ status: 'downloading' });
    expect(await end()).toMatchObject({ status: 'installed' });
    expect(weights.equals(await keptBytes())).toBe(true);
  });
});

describe('a file that does not match the entry is deleted, and the error names it', () => {
  test.each([
    ['other bytes', Buffer.from(weights).fill(0, 0, 1)],
    ['too many', Buffer.concat([weights, weights])],
  ])('%s', async (_, bytes) => {
    host.behaviour.bytes = bytes;
    await ask();
    const row = await end();
    expect(row).toMatchObject({ status: 'broken', error: { code: 'MODEL_UNUSABLE' } });
    expect(row.error?.message).toMatch(/different file for weights\.onnx of the model "Distant" .* was deleted/);
    expect(await store.bytes.list()).toEqual([]);
    expect(row.receivedBytes).toBe(0);
    // The host is repaired, and the same call works.
    host.behaviour.bytes = weights;
    await ask({ status: 'downloading' });
    expect(await end()).toMatchObject({ status: 'installed' });
  });

  test('too few', async () => {
    host.behaviour.bytes = weights.subarray(0, 8_000_000);
    await ask();
    const row = await end();
    expect(row).toMatchObject({ status: 'broken', error: { code: 'MODEL_UNUSABLE' } });
    expect(await store.bytes.list()).toEqual([]);
  });
});

test('a refusal of the host is reported with its status', async () => {
  host.behaviour.status = 404;
  await ask();
  const { status, error } = await end();
  expect([status, error?.code]).toEqual(['broken', 'MODEL_UNREACHABLE']);
  expect(error?.message).toMatch(
    /^The file weights\.onnx of the model "Distant" could not be read from localhost:\d+: the site responded with status 404/,
  );
});

test('a download from a host that stops sending is ended', async () => {
  host.behaviour.holdsAfter = 100_000;
  bell = createLocalBell();
  downloads = start(300);
  await ask();
  expect(await end()).toMatchObject({ status: 'broken', error: { code: 'MODEL_UNREACHABLE' } });
});

test('a stopped download stops at once, keeps its chunks, and resumes on request', async () => {
  host.behaviour.holdsAfter = inSecondPiece;
  await ask();
  await expect.poll(async () => (await store.get('models', entry.id))?.files[0]?.pieces.length).toBe(1);
  await ask({ status: 'paused' });
  const row = await end();
  expect(row).toMatchObject({ status: 'paused', error: null });
  expect(await store.bytes.list()).toEqual(row.files.flatMap((file) => file.pieces.map((piece) => piece.file)));
  host.behaviour.holdsAfter = null;
  await ask({ status: 'downloading' });
  expect(await end()).toMatchObject({ status: 'installed' });
  expect(weights.equals(await keptBytes())).toBe(true);
});

test('a removed download leaves no files', async () => {
  host.behaviour.holdsAfter = inSecondPiece;
  await ask();
  await expect.poll(async () => (await store.get('models', entry.id))?.files[0]?.pieces.length).toBe(1);
  const row = await store.get('models', entry.id);
  await store.transact(['models'], (transaction) => transaction.remove('models', entry.id));
  bell.ring('models');
  await downloads.wake();
  const named = row?.files.flatMap((file) => file.pieces.map((piece) => piece.file)) ?? [];
  expect((await store.bytes.list()).filter((name) => !named.includes(name))).toEqual([]);
  expect(await store.get('models', entry.id)).toBeUndefined();
});

test('full storage is reported, and no incomplete file stays', async () => {
  const { bytes } = store;
  const create: Store['bytes']['create'] = async (name) => {
    const write = (): Promise<void> => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    return Object.assign(await bytes.create(name), { write });
  };
  store = { ...store, bytes: { ...bytes, create } };
  bell = createLocalBell();
  downloads = start();
  await ask();
  expect(await end()).toMatchObject({ status: 'broken', error: { code: 'STORAGE_FULL' } });
  expect(await store.bytes.list()).toEqual([]);
});
