import { expect, test } from 'vitest';
import { withoutLinks } from '../src/instructions.ts';

const end = 0x0b;
const noLocals = 0;
const [call, callIndirect, getGlobal, constant, load, drop] = [0x10, 0x11, 0x23, 0x41, 0x28, 0x1a];
const [address, otherAddress] = [
  [0x80, 0x80, 0x04],
  [0x90, 0xd4, 0x9b, 0xc0, 0x00],
];
const toHex = (...body: number[]): string =>
  Buffer.from(withoutLinks(Uint8Array.of(noLocals, ...body, end))).toString('hex');

test.each([
  ['a call', [call, 5], [call, 0xac, 0x02]],
  ['an indirect call', [callIndirect, 1, 0], [callIndirect, 0x91, 0x03, 0]],
  ['a global', [getGlobal, 0], [getGlobal, 7]],
  ['an address', [constant, ...address], [constant, ...otherAddress]],
  ['the offset of a load', [load, 2, ...address], [load, 2, ...otherAddress]],
])('the linker chooses the number of %s', (_name, one, other) => {
  expect(toHex(...one)).toBe(toHex(...other));
});

test.each([
  ['a size', [constant, 0x80, 0x01], [constant, 0x80, 0x02]],
  ['a negative number', [constant, 0x7f], [constant, 0x7e]],
  ['the offset within a struct', [load, 2, 40], [load, 2, 44]],
  ['an instruction', [drop], [call, 5]],
  ['the table of an indirect call', [callIndirect, 1, 0], [callIndirect, 1, 1]],
])('%s is a part of the function', (_name, one, other) => {
  expect(toHex(...one)).not.toBe(toHex(...other));
});

test('an unknown instruction is an error', () => {
  expect(() => toHex(0xff)).toThrow('Unknown instruction 0xff');
});
