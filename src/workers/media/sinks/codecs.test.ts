import { describe, expect, it } from 'vitest';
import { avcCodecs } from './avc.ts';
import { vp9Codec } from './vp9-codec.ts';

describe('codec strings', () => {
  it.each([
    [640, 360, 30, '21'],
    [1280, 720, 30, '31'],
    [1920, 1080, 60, '41'],
    [3840, 2160, 60, '51'],
  ])('VP9 %i x %i at %i has level %s', (width, height, rate, level) => {
    expect(vp9Codec(width, height, rate)).toBe(`vp09.00.${level}.08`);
  });

  it.each([
    [1280, 720, 30, 'avc1.64001f'],
    [1920, 1080, 30, 'avc1.640028'],
    [3840, 2160, 60, 'avc1.640034'],
    [8192, 512, 30, 'avc1.640033'],
    [1920, 1080, 1000, 'avc1.64003e'],
    [16_384, 512, 30, undefined],
    [7680, 4320, 30, undefined],
  ])('H.264 %i x %i at %i starts with %s', (width, height, rate, codec) => {
    expect(avcCodecs(width, height, rate)[0]).toBe(codec);
  });
});
