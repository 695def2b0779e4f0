import { expect, test } from 'vitest';
import { isHalfFragmented } from './half-fragmented.ts';

const box = (name: string, ...bodies: Uint8Array[]): Uint8Array => {
  const sizeBytes = 8 + bodies.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.concat([Buffer.alloc(4), Buffer.from(name)]);
  head.writeUInt32BE(sizeBytes);
  return Buffer.concat([head, ...bodies]);
};
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const sizes = (count: number): Uint8Array => box('stsz', bytes(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, count));
const moov = (count: number, ...others: Uint8Array[]): Uint8Array =>
  box('moov', box('trak', box('mdia', box('minf', box('stbl', sizes(count))))), ...others);
const mvex = box('mvex');
const moof = box('moof');
const mdat = box('mdat', new Uint8Array(500_000));
const file = (...boxes: Uint8Array[]): Blob => new Blob(boxes.map((one) => Uint8Array.from(one)));

test('samples in the index and in fragments are detected, wherever the index is', async () => {
  expect(await isHalfFragmented(file(box('ftyp'), moov(5, mvex), mdat, moof, mdat))).toBe(true);
  expect(await isHalfFragmented(file(mdat, moov(5, mvex), box('styp'), box('sidx'), moof, mdat))).toBe(true);
  expect(await isHalfFragmented(file(mdat, moof, mdat, moov(5, mvex)))).toBe(true);
  // A truncated fragment counts too.
  expect(await isHalfFragmented(file(moov(5, mvex), mdat, moof, mdat.subarray(0, 100)))).toBe(true);
});

test('samples in only one of the two are accepted', async () => {
  expect(await isHalfFragmented(file(box('ftyp'), moov(5), mdat))).toBe(false);
  expect(await isHalfFragmented(file(box('ftyp'), moov(5, mvex), mdat))).toBe(false);
  expect(await isHalfFragmented(file(box('ftyp'), moov(0, mvex), moof, mdat))).toBe(false);
  // OBS writes a whole index at the end, next to the fragments it no longer needs.
  expect(await isHalfFragmented(file(moof, mdat, moov(5)))).toBe(false);
  expect(await isHalfFragmented(file())).toBe(false);
});
