import { expect, it } from 'vitest';
import type { TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { cropAt, cropEdits, fitEdits, noCrop, sizeEdits } from './place.ts';

const moment = { seconds: 0, frameRate: 30 };

const getVisual = ({ tracks }: TimelineDocument): VisualItem[] => tracks.flatMap(({ items }) => items.filter(isVisual));

it('keeps the aspect ratio of an item if its sides are linked', () => {
  const document = makeTimeline([{ items: [makeItem('picture', 'a', { width: 200, height: 100 })] }]);
  const linked = applyEdits(
    document,
    sizeEdits(getVisual(document), 'width', () => 300, { isLinked: true, ...moment }),
  );
  expect(getVisual(linked)).toMatchObject([{ width: 300, height: 150 }]);
  const free = applyEdits(
    document,
    sizeEdits(getVisual(document), 'width', () => 300, { isLinked: false, ...moment }),
  );
  expect(getVisual(free)).toMatchObject([{ width: 300, height: 100 }]);
});

it('fits, fills and centers', () => {
  const document = makeTimeline([{ items: [makeItem('picture', 'a', { x: 0, y: 0, width: 100, height: 100 })] }]);
  const canvas = { width: 640, height: 360 };
  const after = (how: 'whole' | 'cover' | 'middle'): VisualItem[] =>
    getVisual(applyEdits(document, fitEdits(getVisual(document), canvas, how, moment)));
  expect(after('whole')).toMatchObject([{ x: 320, y: 180, width: 360, height: 360 }]);
  expect(after('cover')).toMatchObject([{ x: 320, y: 180, width: 640, height: 640 }]);
  expect(after('middle')).toMatchObject([{ x: 320, y: 180, width: 100, height: 100 }]);
});

it('crops without moving the remaining part', () => {
  const document = makeTimeline([{ items: [makeItem('picture', 'a', { x: 320, y: 180, width: 640, height: 360 })] }]);
  const cropped = applyEdits(
    document,
    cropEdits(getVisual(document), (crop) => cropAt(crop, 'left', 0.25), moment),
  );
  expect(getVisual(cropped)).toMatchObject([
    { x: 400, y: 180, width: 480, height: 360, crop: { left: 0.25, right: 0 } },
  ]);
  const whole = applyEdits(
    cropped,
    cropEdits(getVisual(cropped), () => noCrop, moment),
  );
  expect(getVisual(whole)).toMatchObject([{ x: 320, width: 640 }]);
  expect(getVisual(whole)[0]?.crop).toBeUndefined();
});

it('crops a rotated and flipped item at the edge that is displayed there', () => {
  const item = makeItem('picture', 'a', { x: 0, y: 0, width: 100, height: 40, rotation: 90, flip: 'horizontal' });
  const document = makeTimeline([{ items: [item] }]);
  const cropped = applyEdits(
    document,
    cropEdits(getVisual(document), (crop) => cropAt(crop, 'left', 0.5), moment),
  );
  // Flipped, the left of the image is at the right; rotated, its right is below.
  expect(getVisual(cropped)).toMatchObject([{ x: 0, y: -25, width: 50, height: 40 }]);
});

it('always leaves a part of an image', () => {
  expect(cropAt({ ...noCrop, right: 0.6 }, 'left', 0.9).left).toBeCloseTo(0.39);
});
