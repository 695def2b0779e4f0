import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSha256, hashText, toCanonicalJson } from './hash.ts';

it('hashes a text as SHA-256 does', async () => {
  expect(await hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('hashes bytes as SHA-256 does however they are cut into pieces, also while others are hashed', () => {
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
