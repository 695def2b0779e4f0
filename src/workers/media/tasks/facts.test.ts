import { expect, test } from 'vitest';
import type { Source } from '../source/source.ts';
import { readFacts } from './facts.ts';

const close = (): Promise<void> => Promise.resolve();
const video = { codec: 'avc', width: 64, height: 36, frameRate: 25, rotation: 0 };

function readVideo(durationSeconds: number, times: number[] | null) {
  const info = { kind: 'video', container: 'MP4', durationSeconds, video, audio: null };
  const source = { info, times: () => Promise.resolve(times) } as Partial<Source> as Source;
  return readFacts({ kind: 'video', audioTracks: [], source, close });
}

test('a stated duration of a video is used', async () => {
  expect(await readVideo(4, [0, 1])).toMatchObject({ durationSeconds: 4, frameRate: 25 });
});

test.each([0, -3, Number.NaN, Number.POSITIVE_INFINITY])('a stated duration of %d is not used', async (seconds) => {
  expect((await readVideo(seconds, [0, 0.04, 0.08])).durationSeconds).toBeCloseTo(0.12);
  expect((await readVideo(seconds, [0])).durationSeconds).toBeCloseTo(0.04);
  expect((await readVideo(seconds, null)).durationSeconds).toBeNull();
  const empty = readFacts({ kind: 'sound', audioTracks: [], durationSeconds: seconds, close });
  await expect(empty).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});
