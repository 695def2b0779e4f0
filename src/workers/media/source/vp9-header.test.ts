import { expect, it } from 'vitest';
import { claimFullRange, readVp9Colour } from './vp9-header.ts';

const of = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** The first bytes of key frames from libvpx. */
const frames = [
  ['nothing', '824983420013', { matrix: null, isFullRange: false }],
  ['BT.601', '824983426013', { matrix: 'smpte170m', isFullRange: false }],
  ['BT.709', '824983424013', { matrix: 'bt709', isFullRange: false }],
  ['BT.709, full range', '824983425013', { matrix: 'bt709', isFullRange: true }],
  ['BT.709 in 4:4:4', 'a24983424002', { matrix: 'bt709', isFullRange: false }],
  ['BT.709 in 10 bits', '924983422009', { matrix: 'bt709', isFullRange: false }],
  ['BT.2020 in 10 bits', '924983425009', { matrix: 'bt2020-ncl', isFullRange: false }],
] as const;

it.each(frames)('reads the colours of a stream that states %s, and changes it to full range', (_, hex, colour) => {
  expect(readVp9Colour(of(hex))).toEqual(colour);
  expect(readVp9Colour(claimFullRange(of(hex)))).toEqual({ ...colour, isFullRange: true });
});

it('changes no frame that states no colours', () => {
  const between = of('8600409c');
  expect(readVp9Colour(between)).toBeNull();
  expect(claimFullRange(between)).toBe(between);
});
