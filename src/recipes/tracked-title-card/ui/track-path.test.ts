import { expect, it } from 'vitest';
import {
  boxAt,
  correct,
  findFirstLook,
  indexAt,
  listStretches,
  moveBox,
  readTrack,
  stretchBox,
  toLines,
} from './track-path.ts';

const picture = { width: 640, height: 360 };
const point = (index: number, state: string, confidence: number) => ({
  atSeconds: index / 10,
  x: 10 * index,
  y: 20,
  width: 40,
  height: 40,
  confidence,
  state,
});
const path = [
  ...Array.from({ length: 10 }, (_, index) => point(index, 'tracked', 0.9)),
  ...Array.from({ length: 10 }, (_, index) => point(10 + index, 'carried', 0)),
  ...Array.from({ length: 10 }, (_, index) => point(20 + index, 'lost', 0)),
];
const proposal = { path, corrections: [], placement: 'left', window: { startSeconds: 0, endSeconds: 3 } };
const frameRate = 10;
const track = readTrack(proposal, frameRate);

it('lists the spans in which the target is found, uncertain and lost, to the end', () => {
  expect(listStretches(track)).toEqual([
    { sureness: 'found', startSeconds: 0, endSeconds: 1 },
    { sureness: 'uncertain', startSeconds: 1, endSeconds: 2 },
    { sureness: 'lost', startSeconds: 2, endSeconds: 3 },
  ]);
  expect(toLines(track).map(({ sureness }) => sureness)).toEqual(['found', 'uncertain', 'lost']);
});

it('ignores brief drops of the confidence', () => {
  const doubtful = path.map((one, index) => (index === 4 ? { ...one, confidence: 0.3, atSeconds: 0.42 } : one));
  const shaken = readTrack({ ...proposal, path: doubtful }, frameRate);
  expect(listStretches(shaken)[0]).toMatchObject({ sureness: 'found', endSeconds: 1 });
});

it('finds the frame of a time', () => {
  expect([indexAt(track.path, -1), indexAt(track.path, 0.55), indexAt(track.path, 99), indexAt([], 1)]).toEqual([
    0, 5, 29, -1,
  ]);
});

it('stores a correction for the displayed frame, and replaces an earlier one', () => {
  const box = { x: 1, y: 2, width: 30, height: 30 };
  const once = { ...track, corrections: correct(track, 0.55, box) };
  expect(once.corrections).toEqual([{ atSeconds: 0.5, box }]);
  expect(boxAt(once, 0.58)).toMatchObject({ ...box, state: 'tracked' });
  expect(boxAt(once, 0.65)).toMatchObject({ x: 60 });
  const twice = correct(once, 0.51, { ...box, x: 9 });
  expect(twice).toEqual([{ atSeconds: 0.5, box: { ...box, x: 9 } }]);
});

it('interpolates between the frames of a long path, and corrects the displayed one', () => {
  const long = readTrack({ ...proposal, path: [path[0], path[8], path[9]] }, frameRate);
  expect(boxAt(long, 0.4)).toMatchObject({ x: 40, y: 20, width: 40, state: 'tracked' });
  expect(boxAt(long, 0.85)).toMatchObject({ atSeconds: 0.8, x: 80 });
  const box = { x: 1, y: 2, width: 30, height: 30 };
  const once = { ...long, corrections: correct(long, 0.4, box) };
  expect(once.corrections).toEqual([{ atSeconds: 0.4, box }]);
  expect(boxAt(once, 0.4)).toMatchObject(box);
  expect(boxAt(once, 0)).toMatchObject({ x: 0 });
});

it('starts the review at a time when the card is visible, which may not be the start', () => {
  const later = readTrack(
    { ...proposal, path: path.map((one, at) => ({ ...one, state: at < 15 ? 'lost' : 'tracked' })) },
    10,
  );
  const pictures = [{ atSeconds: 0 }, { atSeconds: 1 }, { atSeconds: 2 }];
  expect(findFirstLook(later, pictures)).toBe(2);
  expect(findFirstLook(track, pictures)).toBe(0);
  expect(findFirstLook(readTrack({ ...proposal, path: path.slice(20) }, frameRate), pictures)).toBe(0);
  expect(findFirstLook(track, [])).toBe(0);
});

it('keeps boxes in the frame, and large enough to be a target', () => {
  const box = { x: 600, y: 0, width: 40, height: 40 };
  expect(moveBox(box, { x: 10, y: -5 }, picture)).toEqual(box);
  expect(stretchBox(box, { x: 'right', y: 'bottom' }, { x: 50, y: 10 }, picture)).toEqual({ ...box, height: 50 });
  expect(stretchBox(box, { x: 'left', y: 'top' }, { x: 90, y: 90 }, picture)).toEqual({
    x: 634,
    y: 34,
    width: 6,
    height: 6,
  });
});

it('reads the valid part of an edited proposal', () => {
  expect(readTrack({ path: [{}], corrections: ['?'], window: {} }, frameRate)).toMatchObject({
    path: [{ state: 'lost' }],
    window: { startSeconds: 0, endSeconds: 0.1 },
    whenLost: 'fade',
  });
});
