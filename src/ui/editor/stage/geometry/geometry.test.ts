import { describe, expect, test } from 'vitest';
import type { Item, TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { getCropped, dragCrop, flipped, noCrop, getWhole, toRatio } from './crop.ts';
import { getGuides, snapMove, snapResize } from './guides.ts';
import { itemsAt, nextUnder } from './hit-test.ts';
import { getBounds, getPlace, getSeenPlace, turn, type Place, type Point } from './place.ts';
import { cropEdits, placeEdits } from './place-edits.ts';
import { drag } from './resize.ts';
import { rotate } from './rotate.ts';
import { clampPan, getFrame, nextZoom, panAt, toCanvas } from './viewport.ts';

const place: Place = { x: 300, y: 200, width: 200, height: 100, rotation: 0 };
const plain = { keepsShape: false, isCentred: false };
const kept = { keepsShape: true, isCentred: false };

/** Returns a corner of a place, given its sides. */
function corner({ x, y, width, height, rotation }: Place, side: Point): Point {
  const turned = turn({ x: (side.x * width) / 2, y: (side.y * height) / 2 }, rotation);
  return { x: x + turned.x, y: y + turned.y };
}

const close = (one: Point, other: Point): void => {
  expect(one.x).toBeCloseTo(other.x, 6);
  expect(one.y).toBeCloseTo(other.y, 6);
};

const visual = (item: Item | undefined): VisualItem => {
  if (!item || !isVisual(item)) {
    throw new Error('The test needs a visible item.');
  }
  return item;
};

const only = (document: TimelineDocument): VisualItem => visual(document.tracks[0]?.items[0]);

describe('resizing', () => {
  test('the dragged corner follows the pointer and the opposite one stays, rotated or not', () => {
    for (const rotation of [0, 30, 90, 215]) {
      const start = { ...place, rotation };
      const by = turn({ x: 40, y: 20 }, rotation);
      const dragged = drag(start, { x: 1, y: 1 }, by, plain);
      close(corner(dragged, { x: -1, y: -1 }), corner(start, { x: -1, y: -1 }));
      const before = corner(start, { x: 1, y: 1 });
      close(corner(dragged, { x: 1, y: 1 }), { x: before.x + by.x, y: before.y + by.y });
      expect(dragged.rotation).toBe(rotation);
    }
  });

  test('an edge changes one side, and both with a locked aspect ratio', () => {
    expect(drag(place, { x: -1, y: 0 }, { x: -50, y: 33 }, plain)).toEqual({ ...place, x: 275, width: 250 });
    expect(drag(place, { x: 0, y: 1 }, { x: 0, y: 100 }, kept)).toEqual({ ...place, y: 250, width: 400, height: 200 });
  });

  test('the aspect ratio is locked, and the center stays when resizing from it', () => {
    const dragged = drag(place, { x: 1, y: -1 }, { x: 60, y: -10 }, kept);
    expect(dragged.width / dragged.height).toBeCloseTo(2, 6);
    close(corner(dragged, { x: -1, y: 1 }), corner(place, { x: -1, y: 1 }));
    expect(drag(place, { x: 1, y: 0 }, { x: 10, y: 0 }, { keepsShape: false, isCentred: true })).toEqual({
      ...place,
      width: 220,
    });
  });

  test('a size has a minimum of a few pixels, and does not become negative', () => {
    const dragged = drag(place, { x: 1, y: 1 }, { x: -900, y: -900 }, plain);
    expect([dragged.width, dragged.height]).toEqual([4, 4]);
    expect(drag(place, { x: 1, y: 1 }, { x: -900, y: -900 }, kept).height).toBeGreaterThan(3);
  });
});

describe('turning', () => {
  const at = (degrees: number): Point => corner({ ...place, width: 200, height: 0, rotation: degrees }, { x: 1, y: 0 });
  const turning = { isStepped: false, isFree: false };

  test('the angle of the pointer about the center counts, also beyond 180 degrees', () => {
    expect(rotate(place, at(10), at(50), turning)).toBeCloseTo(40, 1);
    expect(rotate(place, at(170), at(-170), turning)).toBeCloseTo(20, 1);
    expect(rotate({ ...place, rotation: 350 }, at(0), at(25), turning)).toBeCloseTo(375, 1);
  });

  test('rotation snaps to right angles unless it is free, and steps are 15 degrees', () => {
    expect(rotate(place, at(0), at(88), turning)).toBe(90);
    expect(rotate(place, at(0), at(88), { ...turning, isFree: true })).toBeCloseTo(88, 1);
    expect(rotate(place, at(0), at(50), { ...turning, isStepped: true })).toBe(45);
  });
});

describe('guides', () => {
  const canvas = { width: 640, height: 360 };
  const other: Place = { x: 500, y: 80, width: 100, height: 40, rotation: 90 };

  test('edges and centers snap to those of the canvas and of other items, to the nearest first', () => {
    const guides = getGuides(canvas, [other]);
    expect([guides.x, guides.y]).toEqual([
      [0, 320, 640, 480, 500, 520],
      [0, 180, 360, 30, 80, 130],
    ]);
    const bounds = { left: 215, top: 200, right: 415, bottom: 300 };
    expect(snapMove(bounds, guides, 6)).toEqual({ value: { dx: 5, dy: 0 }, lines: { x: [320], y: [] } });
    expect(snapMove({ ...bounds, top: 178, bottom: 278 }, guides, 6).value).toEqual({ dx: 5, dy: 2 });
    expect(snapMove(bounds, guides, 4).lines).toEqual({ x: [], y: [] });
  });

  test('a dragged side snaps to a guide, and with a locked aspect ratio the other side follows', () => {
    const target = { guides: getGuides(canvas, []), reach: 6 };
    const free = drag(place, { x: 1, y: 1 }, { x: 237, y: 10 }, plain);
    const snapped = snapResize(place, { x: 1, y: 1 }, free, plain, target);
    expect(snapped).toEqual({ value: { ...free, x: 420, width: 440 }, lines: { x: [640], y: [] } });
    const shaped = drag(place, { x: 1, y: 1 }, { x: 238, y: 119 }, kept);
    expect(snapResize(place, { x: 1, y: 1 }, shaped, kept, target).value).toMatchObject({ width: 440, height: 220 });
    const turned = { ...place, rotation: 10 };
    expect(snapResize(turned, { x: 1, y: 1 }, turned, plain, target)).toEqual({
      value: turned,
      lines: { x: [], y: [] },
    });
  });
});

describe('the items under the pointer', () => {
  const box = { x: 320, y: 180, width: 200, height: 60, rotation: 90, durationSeconds: 1 };
  const document = makeTimeline([
    { items: [makeItem('shape', 'back', { durationSeconds: 1 })] },
    { items: [makeItem('shape', 'turned', box)] },
    { items: [makeItem('shape', 'hidden', { durationSeconds: 1, isHidden: true })] },
  ]);

  test('a rotated box is hit where it is visible, from the topmost item down', () => {
    const scene = sceneAt(document, 0.5);
    expect(itemsAt(scene, { x: 320, y: 270 })).toEqual(['turned', 'back']);
    expect(itemsAt(scene, { x: 400, y: 180 })).toEqual(['back']);
    expect(itemsAt(scene, { x: -1, y: 180 })).toEqual([]);
  });

  test('a flipped and cropped image is hit within its remaining part', () => {
    const crop = { left: 0.5, top: 0, right: 0, bottom: 0 };
    const item = makeItem('picture', 'half', { x: 160, y: 180, width: 320, crop, flip: 'horizontal' });
    const scene = sceneAt(makeTimeline([{ items: [item] }]), 0.5);
    expect([itemsAt(scene, { x: 10, y: 10 }), itemsAt(scene, { x: 330, y: 10 })]).toEqual([['half'], []]);
  });

  test('the part that a wipe has not revealed yet is not hit', () => {
    const transition = { type: 'wipe-right', durationSeconds: 1 } as const;
    const items = [
      makeItem('shape', 'first', { durationSeconds: 1 }),
      makeItem('shape', 'second', { startSeconds: 1, transition }),
    ];
    const scene = sceneAt(makeTimeline([{ items }]), 1.5);
    expect(itemsAt(scene, { x: 100, y: 100 })).toEqual(['second']);
    expect(itemsAt(scene, { x: 500, y: 100 })).toEqual(['first']);
  });

  test('a repeated click selects a lower item, and after the lowest the topmost', () => {
    const under = ['top', 'middle', 'bottom'];
    expect(nextUnder(under, ['top'])).toBe('middle');
    expect(nextUnder(under, ['bottom'])).toBe('top');
    expect(nextUnder(under, [])).toBe('top');
    expect(nextUnder([], ['top'])).toBeNull();
  });
});

test('an item is outlined where the scene shows it, also while it slides in', () => {
  const transition = { type: 'slide-left', durationSeconds: 1 } as const;
  const slides = visual(makeItem('shape', 'second', { startSeconds: 1, rotation: 30, flip: 'both', transition }));
  const document = makeTimeline([{ items: [makeItem('shape', 'first', { durationSeconds: 1 }), slides] }]);
  const layer = sceneAt(document, 1.5).layers.at(-1);
  expect(layer?.itemId).toBe('second');
  const seen = layer && getSeenPlace(layer, slides, 0.5);
  expect([seen?.x, seen?.y, seen?.rotation]).toEqual([640, 180, 30]);
});

describe('cropping', () => {
  const crop = { left: 0.25, top: 0, right: 0, bottom: 0.5 };

  test('the whole image and its remaining part match, rotated and flipped or not', () => {
    for (const flip of ['none', 'horizontal', 'vertical', 'both'] as const) {
      for (const rotation of [0, 40]) {
        const start = { ...place, rotation };
        const whole = getWhole(start, crop, flip);
        expect(whole.width).toBeCloseTo(200 / 0.75, 6);
        const back = getCropped(whole, crop, flip);
        close(back, start);
        const seen = flipped(crop, flip);
        // The corner that is not cropped is the same for both.
        const side = { x: seen.left > 0 ? 1 : -1, y: seen.top > 0 ? 1 : -1 };
        close(corner(whole, side), corner(start, side));
      }
    }
  });

  test('a ratio is kept by the edge or corner opposite to the dragged one, within the image', () => {
    const square = 9 / 16;
    expect(toRatio(noCrop, square, { x: 0, y: 0 })).toEqual({ left: 0.2188, top: 0, right: 0.2188, bottom: 0 });
    const quarter = { left: 0.5, top: 0.5, right: 0.1, bottom: 0 };
    expect(toRatio(quarter, 1, { x: 1, y: 1 })).toEqual({ left: 0.5, top: 0.5, right: 0.1, bottom: 0.1 });
    // The space below is shorter than the width.
    expect(toRatio({ ...quarter, right: 0, left: 0 }, 1, { x: 1, y: 1 })).toEqual({
      left: 0,
      top: 0.5,
      right: 0.5,
      bottom: 0,
    });
    expect(toRatio({ left: 0, top: 0.2, right: 0.4, bottom: 0.2 }, 1, { x: 1, y: 0 })).toEqual({
      left: 0,
      top: 0.2,
      right: 0.4,
      bottom: 0.2,
    });
  });

  test('an edge stops at the opposite one, and the middle moves the whole crop', () => {
    expect(dragCrop(noCrop, { x: -1, y: 0 }, { x: 0.3, y: 0.9 })).toEqual({ ...noCrop, left: 0.3 });
    expect(dragCrop(noCrop, { x: -1, y: 0 }, { x: 5, y: 0 }).left).toBe(0.98);
    expect(dragCrop(crop, { x: 0, y: 0 }, { x: -1, y: 0.2 })).toEqual({ left: 0, top: 0.2, right: 0.25, bottom: 0.3 });
  });

  test('the edits keep the position of the image, at every keyframe', () => {
    const x = {
      keyframes: [0, 1].map((atSeconds) => ({ atSeconds, value: 320 + 100 * atSeconds, easing: 'linear' as const })),
    };
    const item = visual(makeItem('picture', 'one', { x, rotation: 30, flip: 'horizontal' }));
    const before = makeTimeline([{ items: [item] }]);
    const after = applyEdits(before, cropEdits(item, 0, crop));
    const cut = only(after);
    expect(cut.crop).toEqual(crop);
    for (const seconds of [0, 0.5, 1]) {
      const whole = getWhole(getPlace(cut, seconds), crop, 'horizontal');
      close(whole, getPlace(item, seconds));
    }
    const back = only(applyEdits(after, cropEdits(cut, 0, noCrop)));
    expect(back.crop).toBeUndefined();
    close(getPlace(back, 1), getPlace(item, 1));
  });
});

test('animated properties get a keyframe at the time, and the others are set', () => {
  const x = { keyframes: [{ atSeconds: 0, value: 320, easing: 'linear' as const }] };
  const item = visual(makeItem('shape', 'one', { x }));
  const edits = placeEdits(item, 0.5, { x: 400, y: 200, rotation: 0 });
  expect(edits).toEqual([
    { type: 'set', itemId: 'one', properties: { y: 200 } },
    { type: 'set-keyframe', itemId: 'one', property: 'x', atSeconds: 0.5, value: 400 },
  ]);
  const moved = only(applyEdits(makeTimeline([{ items: [item] }]), edits));
  expect([getPlace(moved, 0.5), getPlace(moved, 0)]).toMatchObject([
    { x: 400, y: 200 },
    { x: 320, y: 200 },
  ]);
  expect(placeEdits(item, 0.5, getPlace(item, 0.5))).toEqual([]);
});

describe('the viewport', () => {
  const room = { width: 832, height: 500 };
  const canvas = { width: 1280, height: 720 };

  test('a canvas that fits is centered, and zooming keeps a point in place', () => {
    const frame = getFrame(room, canvas, 'fit', { x: 50, y: 50 });
    expect(frame).toEqual({ scale: 0.625, left: 16, top: 25 });
    const at = { x: 200, y: 100 };
    const pan = panAt(room, canvas, frame, 2, at);
    const zoomed = getFrame(room, canvas, 2, pan);
    close(toCanvas(zoomed, at), toCanvas(frame, at));
  });

  test('a part of the canvas stays visible, and zoom has steps', () => {
    expect(clampPan(room, canvas, 1, { x: 9999, y: -9999 })).toEqual({ x: 1008, y: -562 });
    expect([nextZoom(0.57, 1), nextZoom(0.57, -1), nextZoom(1, 1), nextZoom(8, 1)]).toEqual([0.75, 0.5, 1.5, 4]);
  });

  test('bounds contain all corners', () => {
    const bounds = getBounds([{ ...place, rotation: 90 }]);
    expect(Object.values(bounds ?? {}).map(Math.round)).toEqual([250, 100, 350, 300]);
    expect(getBounds([])).toBeNull();
  });
});
