import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31 + 7) % 251);
const expected = (length: number): string => createHash('sha256').update(bytes.subarray(0, length)).digest('hex');

it('returns the SHA-256 of every length around the size of a block', () => {
  for (let length = 0; length <= 200; length += 1) {
    const hash = new Sha256();
    hash.update(bytes.subarray(0, length));
    expect(hash.digest()).toBe(expected(length));
  }
});

it.each([1, 63, 64, 65, 777, 130_000, 300_000])(
  'does the same for chunks of %i bytes, with two hashes in turn',
  (size) => {
    const [hash, other] = [new Sha256(), new Sha256()];
    for (let at = 0; at < bytes.length; at += size) {
      hash.update(bytes.subarray(at, at + size));
      other.update(bytes.subarray(0, 5));
    }
    expect(hash.digest()).toBe(expected(bytes.length));
  },
);
