import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { damageTable } from '../../../../test/support/damage.ts';
import { checkSampleTables } from './sample-tables.ts';

const clip = await readFile(new URL('../../../../test/fixtures/sample/short.mp4', import.meta.url));
const check = (bytes: Uint8Array): Promise<void> => checkSampleTables(new Blob([Uint8Array.from(bytes)]));

it('accepts our own clip, whole or truncated anywhere', async () => {
  await check(clip);
  for (let length = 0; length < clip.length; length += 997) {
    await check(clip.subarray(0, length));
    await check(clip.subarray(length));
  }
});

it.each([
  // The offset of a count after the name of the table: of its entries, or of the samples of an entry.
  { table: 'stts', what: 'entries', at: 4 },
  { table: 'stts', what: 'samples', at: 8 },
  { table: 'ctts', what: 'entries', at: 4 },
  { table: 'ctts', what: 'samples', at: 8 },
  { table: 'stsc', what: 'entries', at: 4 },
  { table: 'stsc', what: 'samples of a chunk', at: 12 },
  { table: 'stsz', what: 'entries', at: 8 },
  { table: 'stco', what: 'entries', at: 4 },
  { table: 'stss', what: 'entries', at: 4 },
])('rejects a table $table that counts too many $what', async ({ table, at }) => {
  await expect(check(damageTable(clip, table, at, 0xffff_ffff))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
    message: expect.stringMatching(new RegExp(`its table "${table}" counts \\d+ entries or samples`)),
  });
});

it.each([
  { what: 'sizes of their own', flags: 0x2_00, refused: 3 },
  { what: 'no field of their own', flags: 0, refused: 5000 },
])('rejects a run of more samples with $what than the fragment contains', async ({ flags, refused }) => {
  const run = (count: number): Buffer => box('moof', box('traf', box('trun', numbers(flags, count, 1, 1))));
  await check(run(2));
  await expect(check(run(refused))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

it('rejects samples of one size, which take no space in the index, if the file cannot contain them', async () => {
  const oneSize = damageTable(damageTable(clip, 'stsz', 4, 1), 'stsz', 8, 0xffff_ffff);
  await expect(check(damageTable(oneSize, 'stts', 8, 0xffff_ffff))).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
  });
});

it('adds up the runs of a fragment, and ignores the stated size of the rest of the file', async () => {
  const fragment = (runs: number): Buffer =>
    box('moof', box('traf', Buffer.concat(Array.from({ length: runs }, () => box('trun', numbers(0, 900))))));
  const endless = Buffer.concat([numbers(1), Buffer.from('mdat'), numbers(0x7fff_ffff, 0)]);
  await check(Buffer.concat([fragment(1), endless]));
  await expect(check(Buffer.concat([fragment(5), endless]))).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

it('reads a file of many small fragments in large blocks', async () => {
  const fragment = Buffer.concat([box('moof', box('traf', box('trun', numbers(0, 1)))), box('mdat', numbers(1))]);
  const bytes = Buffer.concat(Array.from({ length: 20_000 }, () => fragment));
  const file = new Blob([Uint8Array.from(bytes)]);
  const slices = vi.spyOn(file, 'slice');
  await checkSampleTables(file);
  expect(slices.mock.calls.length).toBeLessThan(10);
  const damaged = Buffer.concat([bytes, box('moof', box('traf', box('trun', numbers(0, 0xffff_ffff))))]);
  await expect(check(damaged)).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

it('ends for boxes that are nested endlessly, or have no size', async () => {
  await check(Buffer.from('\0\0\0\0moov'.repeat(1e6), 'latin1'));
  await check(Buffer.from('\0\0\0\x08moov'.repeat(1000), 'latin1'));
  await check(Buffer.from('\0\0\0\x01moov'.repeat(1000), 'latin1'));
});

function box(name: string, body: Buffer): Buffer {
  return Buffer.concat([numbers(8 + body.length), Buffer.from(name), body]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => bytes.writeUInt32BE(value, 4 * index));
  return bytes;
}
