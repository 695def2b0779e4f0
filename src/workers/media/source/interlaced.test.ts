import type { InputVideoTrack } from 'mediabunny';
import { expect, it } from 'vitest';
import { isInterlaced } from './interlaced.ts';

/** Sequence parameter sets as x264 writes them, whole pictures, and fields. */
const whole = '6764001fac720440a02ff966a0202028000003000800000301e078c18c23';
const fields = '6764001eacd940a063f3cd4040405000000300100000030321f1429960';

function track(codec: string, description?: Uint8Array): InputVideoTrack {
  const partial = { getCodec: async () => codec, getDecoderConfig: async () => ({ codec, description }) };
  return partial as unknown as InputVideoTrack;
}

/** As in `avcC`. */
const record = (parameters: string): Uint8Array => {
  const bytes = Buffer.from(parameters, 'hex');
  return Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe1, 0, bytes.length, ...bytes, 1, 0, 0);
};

it('tells fields from whole pictures', async () => {
  expect(await isInterlaced(track('avc', record(whole)))).toBe(false);
  expect(await isInterlaced(track('avc', record(fields)))).toBe(true);
});

it('says no of other codecs, and of records that hold nothing', async () => {
  expect(await isInterlaced(track('vp9'))).toBe(false);
  expect(await isInterlaced(track('avc', Uint8Array.of(1, 0x64, 0, 0x1e, 0xff, 0xe0)))).toBe(false);
});
