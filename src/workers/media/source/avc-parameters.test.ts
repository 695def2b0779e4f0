import type { InputVideoTrack } from 'mediabunny';
import { expect, it } from 'vitest';
import { readAvcParameters } from './avc-parameters.ts';

/** Sequence parameter sets as x264 writes them, for progressive frames, and for fields. */
const whole = '6764001fac720440a02ff966a0202028000003000800000301e078c18c23';
const fields = '6764001eacd940a063f3cd4040405000000300100000030321f1429960';

/** Sets for 320x180, by their colour tags. */
const unmarked = '6742c00dda05067e7840000003004000000f03c50aa8';
const bt601 = '6742c00dda05067e79a8303032000003000200000300781e285540';
const bt709 = '6742c00dda05067e79a808080a000003000200000300781e285540';
const fullRange = '6764000dacd941419f9e6e04040c80000003008000001e078a14cb';

function track(codec: string, description?: Uint8Array): InputVideoTrack {
  const partial = { getCodec: async () => codec, getDecoderConfig: async () => ({ codec, description }) };
  return partial as unknown as InputVideoTrack;
}

/** Creates a configuration record, as in `avcC`. */
const record = (parameters: string): Uint8Array => {
  const bytes = Buffer.from(parameters, 'hex');
  return Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, bytes.length, ...bytes, 1, 0, 0);
};

it('distinguishes fields from progressive frames', async () => {
  expect(await readAvcParameters(track('avc', record(whole)))).toMatchObject({ hasFields: false });
  expect(await readAvcParameters(track('avc', record(fields)))).toMatchObject({ hasFields: true });
});

it.each([
  ['nothing', unmarked, { matrix: null, isFullRange: false }],
  ['BT.601', bt601, { matrix: 'smpte170m', isFullRange: false }],
  ['BT.709', bt709, { matrix: 'bt709', isFullRange: false }],
  ['full range', fullRange, { matrix: 'smpte170m', isFullRange: true }],
])('reads the colours of a stream that states %s', async (_, parameters, colour) => {
  expect(await readAvcParameters(track('avc', record(parameters)))).toEqual({ hasFields: false, ...colour });
});

it('returns null for other codecs, and for empty records', async () => {
  expect(await readAvcParameters(track('vp9'))).toBeNull();
  expect(await readAvcParameters(track('avc', Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe0)))).toBeNull();
});
