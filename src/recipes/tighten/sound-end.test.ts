import { expect, it } from 'vitest';
import { warnOfSoundEnd } from './sound-end.ts';

it('warns of audio that ends long before its clip, and not of audio that ends with it', () => {
  const levels = { wide: new Uint8Array(1000) };
  expect(warnOfSoundEnd(levels, 10)).toEqual([]);
  expect(warnOfSoundEnd(levels, 9.5)).toEqual([]);
  expect(warnOfSoundEnd(levels, 11.9)).toEqual([]);
  expect(warnOfSoundEnd(levels, 3600)).toEqual([expect.stringContaining('at 10.0 s of 3600.0 s')]);
});
