import { expect, test } from 'vitest';
import { assemble, type Clip } from './assemble.ts';
import { getDocumentSeconds } from './schedule.ts';

const clip = (change: Partial<Clip>): Clip => ({
  assetId: 'mat_1',
  name: 'clip.mp4',
  kind: 'video',
  width: 1280,
  height: 720,
  durationSeconds: 4,
  frameRate: 25,
  ...change,
});

test('materials follow one another, at the size and frame rate of the first', () => {
  const document = assemble('Trip', [
    clip({}),
    clip({ assetId: 'mat_2', durationSeconds: 2.5, frameRate: 60 }),
    clip({ assetId: 'mat_3', kind: 'picture', durationSeconds: null, frameRate: null }),
  ]);
  expect(document).toMatchObject({ title: 'Trip', width: 1280, height: 720, frameRate: 25 });
  expect(document.tracks).toHaveLength(1);
  expect(document.tracks[0]?.items).toMatchObject([
    { type: 'video', assetId: 'mat_1', startSeconds: 0, durationSeconds: 4, isMuted: false },
    { type: 'video', assetId: 'mat_2', startSeconds: 4, durationSeconds: 2.5 },
    { type: 'picture', assetId: 'mat_3', startSeconds: 6.5, durationSeconds: 5 },
  ]);
  expect(getDocumentSeconds(document)).toBe(11.5);
});

test('a material with another aspect ratio is fitted completely and centered', () => {
  const { tracks } = assemble('Trip', [clip({}), clip({ width: 720, height: 1280 })]);
  expect(tracks[0]?.items[1]).toMatchObject({ x: 640, y: 360, width: 405, height: 720 });
});

test('audio is below the videos and images, from the start', () => {
  const { tracks } = assemble('Trip', [
    clip({ assetId: 'mat_song', kind: 'sound', width: null, height: null, frameRate: null, durationSeconds: 90 }),
    clip({}),
    clip({ assetId: 'mat_next', kind: 'sound', width: null, height: null, frameRate: null, durationSeconds: 30 }),
  ]);
  expect(tracks.map(({ kind }) => kind)).toEqual(['visual', 'sound']);
  expect(tracks[1]?.items).toMatchObject([
    { type: 'sound', assetId: 'mat_song', startSeconds: 0, durationSeconds: 90 },
    { type: 'sound', assetId: 'mat_next', startSeconds: 90 },
  ]);
});

test('a canvas with only audio, and an empty one, have a common size', () => {
  expect(assemble('Empty', [])).toMatchObject({ width: 1920, height: 1080, frameRate: 30 });
});

test('an image that exceeds the maximum canvas size creates a smaller canvas of the same aspect ratio', () => {
  const { width, height } = assemble('Wide', [clip({ kind: 'picture', width: 32_768, height: 4000 })]);
  expect([width, height]).toEqual([16_384, 2000]);
});
