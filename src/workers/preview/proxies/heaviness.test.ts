import { expect, test } from 'vitest';
import { measureHeaviness } from './heaviness.ts';

/** A source with a key frame every `keySeconds`. */
const makeSource = (width: number, height: number, keySeconds: number | null, lengthSeconds = 60) => ({
  info: {
    kind: 'video',
    container: 'made',
    durationSeconds: lengthSeconds,
    video: { codec: 'none', width, height, frameRate: 30, rotation: 0 },
    audio: null,
  } as const,
  whole: { startSeconds: 0, endSeconds: lengthSeconds, isTrimmed: false },
  keyFrameAt: async (seconds: number) => (keySeconds === null ? null : seconds - (seconds % keySeconds)),
});

test('classifies video above 1080p in any orientation, or with few key frames, as heavy', async () => {
  expect(await measureHeaviness(makeSource(3840, 2160, 1))).toBe('large');
  expect(await measureHeaviness(makeSource(1440, 2560, 1))).toBe('large');
  expect(await measureHeaviness(makeSource(640, 360, 10))).toBe('sparse');
  expect(await measureHeaviness(makeSource(1920, 1080, 1))).toBeNull();
  expect(await measureHeaviness(makeSource(1080, 1920, 1))).toBeNull();
});

test('does not classify short clips and clips without an index as heavy', async () => {
  expect(await measureHeaviness(makeSource(640, 360, 10, 1))).toBeNull();
  expect(await measureHeaviness(makeSource(3840, 2160, null))).toBeNull();
});
