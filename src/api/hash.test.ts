import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSha256, hashText, toCanonicalJson } from './hash.ts';

it('returns the SHA-256 of a text', async () => {
  expect(await hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('returns the SHA-256 of bytes for all chunk sizes, also with several hashes at the same time', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 31 + 7) % 251);
  const [hash, other] = [createSha256(), createSha256()];
  for (let at = 0; at < bytes.length; at += 777) {
    hash.update(bytes.subarray(at, at + 777));
    other.update(bytes.subarray(0, 5));
  }
  expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
});

it('writes equal values equally, whatever the order of their fields', () => {
  expect(toCanonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(toCanonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }));
  expect(toCanonicalJson([1, 2])).not.toBe(toCanonicalJson([2, 1]));
});
