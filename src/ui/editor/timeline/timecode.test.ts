import { expect, test } from 'vitest';
import { parseTimecode, toFrameTimecode } from './timecode.ts';

test('a time is told in minutes, seconds and frames', () => {
  expect([0, 4.4, 75.5, 3661].map((seconds) => toFrameTimecode(seconds, 30))).toEqual([
    '0:00:00',
    '0:04:12',
    '1:15:15',
    '1:01:01:00',
  ]);
  expect(toFrameTimecode(1, 29.97)).toBe('0:01:00');
  expect(toFrameTimecode(59.999, 25)).toBe('1:00:00');
});

test.each([
  ['+30', 11],
  ['-15', 9.5],
  ['-900', 0],
  ['1500', 15],
  ['12', 0.4],
  ['10203', 62.1],
  ['12.5', 12.5],
  ['1:30', 90],
  ['1:30:15', 90.5],
  ['1:00:04:12', 3604.4],
  ['0:04;12', 4.4],
])('%s is taken as %d s, from 10 s at 30 frames a second', (text, seconds) => {
  expect(parseTimecode(text, { frameRate: 30, fromSeconds: 10 })).toBeCloseTo(seconds);
});

test.each(['', 'soon', '1:2:3:4:5', '1:02:03.5', '+', '1::2'])('"%s" is no time', (text) => {
  expect(parseTimecode(text, { frameRate: 30, fromSeconds: 10 })).toBeNull();
});

test('every frame of a minute is read as it was told', () => {
  for (const frameRate of [24, 25, 29.97, 30, 60]) {
    for (let frame = 0; frame < 60 * 24; frame += 7) {
      const text = toFrameTimecode(frame / frameRate, frameRate);
      expect(Math.abs((parseTimecode(text, { frameRate, fromSeconds: 0 }) ?? NaN) - frame / frameRate)).toBeLessThan(
        1 / frameRate,
      );
    }
  }
});
