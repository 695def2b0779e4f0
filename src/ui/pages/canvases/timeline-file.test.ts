import { expect, it } from 'vitest';
import { isTimelineFile } from './timeline-file.ts';

it('distinguishes projects and timelines from media by name or type', () => {
  const isOne = (name: string, type = ''): boolean => isTimelineFile({ name, type });
  expect(['Trip.zip', 'TRIP.OTIO', 'cut.json'].map((name) => isOne(name))).toEqual([true, true, true]);
  expect(isOne('trip', 'application/zip')).toBe(true);
  expect([isOne('clip.mp4', 'video/mp4'), isOne('zip.mov'), isOne('photo.otio.png')]).toEqual([false, false, false]);
});
