import { expect, it } from 'vitest';
import { hashText, toCanonicalJson } from './hash.ts';

it('returns the SHA-256 of a text', async () => {
  expect(await hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('writes equal values equally, whatever the order of their fields', () => {
  expect(toCanonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(toCanonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }));
  expect(toCanonicalJson([1, 2])).not.toBe(toCanonicalJson([2, 1]));
});
