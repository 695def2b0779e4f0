import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { IndexBox } from './index-box.ts';

/** An edit list of version 0 whose entries show these media times, each for a second. */
function editList(...mediaTimes: number[]): Uint8Array<ArrayBuffer> {
  const box = Buffer.alloc(16 + 12 * mediaTimes.length);
  box.writeUInt32BE(box.length, 0);
  box.write('elst', 4);
  box.writeUInt32BE(mediaTimes.length, 12);
  mediaTimes.forEach((time, index) => {
    box.writeUInt32BE(1000, 16 + 12 * index);
    box.writeInt32BE(time, 20 + 12 * index);
  });
  return Uint8Array.from(box);
}

const read = (...parts: BlobPart[]): Promise<IndexBox> => IndexBox.read(new Blob(parts));

it('counts the edits that show something', async () => {
  expect((await read('..', editList(1024))).hasSeveralEdits).toBe(false);
  expect((await read(editList(-1, 1024))).hasSeveralEdits).toBe(false);
  expect((await read(editList(1024), editList(0))).hasSeveralEdits).toBe(false);
  expect((await read('..', editList(1024, 90_000))).hasSeveralEdits).toBe(true);
});

it('reads both ends of a large file', async () => {
  const middle = new Uint8Array(9 * 1024 * 1024);
  expect((await read(middle, editList(0, 5))).hasSeveralEdits).toBe(true);
  expect((await read(editList(0, 5), middle)).hasSeveralEdits).toBe(true);
});

it('ignores bytes that only look like a box', async () => {
  expect((await read('elst', 'and elst')).hasSeveralEdits).toBe(false);
  expect((await read('about encv')).isEncrypted).toBe(false);
});

it('detects protection, and none in our own clip', async () => {
  expect((await read('....encv....sinf....')).isEncrypted).toBe(true);
  const clip = await readFile(new URL('../../../../test/fixtures/sample/short.mp4', import.meta.url));
  const own = await read(new Uint8Array(clip));
  expect([own.isEncrypted, own.hasSeveralEdits]).toEqual([false, false]);
});
