import { expect, it } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { withFileName } from './with-file-name.ts';

const asset = { name: 'harbour.mov' };

it('returns the result of the work', async () => {
  expect(await withFileName(asset, async () => 7)).toBe(7);
});

it('names the file that cannot be read', async () => {
  const work = async () => {
    throw new Failure('UNSUPPORTED_MEDIA', { message: "The video's index is damaged." });
  };
  const named = { code: 'UNSUPPORTED_MEDIA', message: '"harbour.mov": The video\'s index is damaged.' };
  await expect(withFileName(asset, work)).rejects.toMatchObject(named);
});

it('leaves other failures unchanged, because the file does not cause them', async () => {
  const full = new Failure('STORAGE_FULL');
  await expect(withFileName(asset, () => Promise.reject(full))).rejects.toBe(full);
});
