import { createHash } from 'node:crypto';
import { array, assert, integer, property } from 'fast-check';
import { expect, it } from 'vitest';
import { createSha256 } from './sha256.ts';

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 31 + 7) % 251);
const expected = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('is the hash of all bytes at every length up to three blocks', () => {
  for (let length = 0; length <= 192; length += 1) {
    const hash = createSha256();
    hash.update(bytesOf(length));
    expect(hash.digest()).toBe(expected(bytesOf(length)));
  }
});

it('does not depend on how the bytes are cut into pieces, nor on other hashes that are made meanwhile', () => {
  const pieces = array(integer({ min: 0, max: 70_000 }), { maxLength: 8 });
  assert(
    property(pieces, (lengths) => {
      const hash = createSha256();
      const other = createSha256();
      const all = bytesOf(lengths.reduce((sum, length) => sum + length, 0));
      let at = 0;
      for (const length of lengths) {
        hash.update(all.subarray(at, at + length));
        other.update(all.subarray(0, 100));
        at += length;
      }
      expect(hash.digest()).toBe(expected(all));
    }),
    { numRuns: 40 },
  );
});
