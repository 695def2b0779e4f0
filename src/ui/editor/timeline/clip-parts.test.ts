import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { keyframeMarks, volumeLine } from './clip-marks.ts';
import { nameOfClip } from './clip-words.ts';
import { isLong, materialStart, pieceSeconds, stripIndices, stripPieces } from './strip-pieces.ts';

const range = { fromSeconds: 0, toSeconds: 100 };

test('a clip is drawn in pieces that are counted from the start of its file, so that a trim keeps them', () => {
  const clip = makeItem('video', 'v', { startSeconds: 20, durationSeconds: 10, sourceStartSeconds: 6 });
  expect(stripIndices(clip, range, 8)).toEqual([0, 2]);
  const trimmed = makeItem('video', 'v', { startSeconds: 23, durationSeconds: 7, sourceStartSeconds: 9 });
  expect(stripIndices(trimmed, range, 8)).toEqual([1, 2]);
  expect(stripIndices(clip, { fromSeconds: 0, toSeconds: 21 }, 8)).toEqual([0, 1]);
  const [first, end] = stripIndices(clip, { fromSeconds: 40, toSeconds: 50 }, 8);
  expect(end).toBe(first);
});

test('no piece exceeds the ends of its clip, so that nothing has to be clipped', () => {
  const clip = makeItem('video', 'v', { startSeconds: 20, durationSeconds: 10, sourceStartSeconds: 6 });
  expect(stripPieces(clip, [0, 2], 8)).toEqual([
    { index: 0, fromSeconds: 6, toSeconds: 8 },
    { index: 1, fromSeconds: 8, toSeconds: 16 },
  ]);
});

test('the name stays visible within long clips that start before the middle of the view', () => {
  const clip = makeItem('video', 'v', { startSeconds: 20, durationSeconds: 10 });
  expect(isLong(clip, range, 50)).toBe(true);
  expect(isLong(clip, range, 4)).toBe(false);
  expect(isLong(clip, { fromSeconds: 0, toSeconds: 30 }, 50)).toBe(false);
});

test('the speed of a clip determines how much of its file it shows', () => {
  const fast = makeItem('video', 'v', { sourceStartSeconds: 8, speed: 2 });
  expect(materialStart(fast)).toBe(4);
  expect(materialStart(makeItem('text', 't'))).toBe(0);
});

test('pieces are 400 to 800 pixels wide at every zoom', () => {
  for (let zoom = 0.1; zoom < 2000; zoom *= 1.7) {
    expect(pieceSeconds(zoom) * zoom).toBeGreaterThanOrEqual(400);
    expect(pieceSeconds(zoom) * zoom).toBeLessThan(800);
  }
});

test('keyframes of all properties have marks, which never touch', () => {
  const keyframes = (times: number[]) => ({
    keyframes: times.map((atSeconds) => ({ atSeconds, value: 1, easing: 'linear' as const })),
  });
  const item = makeItem('text', 't', { x: keyframes([-1, 0, 1]), opacity: keyframes([0.05, 1.5, 9]) });
  expect(keyframeMarks(item, 100)).toEqual([0, 1, 1.5]);
  expect(keyframeMarks(item, 10_000)).toEqual([0, 0.05, 1, 1.5]);
});

test('the volume is a line: its middle is 100 %', () => {
  const sound = (volume: number) => {
    const item = makeItem('sound', 's', { volume });
    return item.type === 'sound' ? volumeLine(item) : '';
  };
  expect(sound(1)).toBe('0,50 0,50 100,50');
  expect(sound(9)).toBe('0,0 0,0 100,0');
});

test('the label of a clip has its number, kind, name, times and state', () => {
  const item = makeItem('video', 'v', { name: 'intro.mp4', startSeconds: 4.2, durationSeconds: 70, isMuted: true });
  const [track] = makeTimeline([{ items: [item], isLocked: true }]).tracks;
  expect(track && nameOfClip(item, { number: 3, track, isSelected: true })).toBe(
    'Clip 3, video, intro.mp4, from 4.2 s to 1 min 14.2 s, selected, locked, muted',
  );
});
