import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import type { Item } from './document.ts';
import { frameGrid, middleOfFrame } from './frames.ts';
import { sceneAt, type Layer } from './scene.ts';

const layersAt = (items: readonly Item[], seconds: number): readonly Layer[] =>
  sceneAt(makeTimeline([{ items }]), seconds).layers;

const map = ({ matrix: { a, b, c, d, e, f } }: Layer, x: number, y: number): number[] =>
  [a * x + c * y + e, b * x + d * y + f].map((value) => Math.round(value * 1e6) / 1e6 + 0);

test('a scene has the size and background of its canvas, and an empty canvas has no layers', () => {
  const document = makeTimeline([], { background: { type: 'color', color: '#102030' } });
  expect(sceneAt(document, 1)).toEqual({
    width: 640,
    height: 360,
    background: { type: 'color', color: '#102030' },
    layers: [],
  });
});

test('a whole video is an unchanged layer that shows its source at the source time', () => {
  const items = [makeItem('video', 'clip', { startSeconds: 1, sourceStartSeconds: 5, speed: 2 })];
  expect(layersAt(items, 1.5)).toEqual([
    {
      itemId: 'clip',
      width: 640,
      height: 360,
      matrix: { a: 1, b: 0, c: -0, d: 1, e: 0, f: 0 },
      region: { left: 0, top: 0, right: 1, bottom: 1 },
      clip: null,
      opacity: 1,
      dissolve: null,
      blend: 'normal',
      blurPx: 0,
      content: { type: 'video', assetId: 'asset_video', sourceSeconds: 6 },
    },
  ]);
});

test('every frame of adjacent items shows exactly the one that it belongs to', () => {
  const rate = 30;
  const items = Array.from({ length: 60 }, (_, index) =>
    makeItem('shape', `shape-${index}`, { startSeconds: (index * 3) / rate, durationSeconds: 3 / rate }),
  );
  const document = makeTimeline([{ items }]);
  for (let frame = 0; frame < 180; frame += 1) {
    const ids = sceneAt(document, middleOfFrame(frame, rate)).layers.map(({ itemId }) => itemId);
    expect(ids).toEqual([`shape-${Math.floor(frame / 3)}`]);
  }
  expect(sceneAt(document, middleOfFrame(180, rate)).layers).toEqual([]);
});

test('no frame at any frame rate falls between items that touch within rounding', () => {
  const items = [
    makeItem('shape', 'a', { durationSeconds: 0.3 }),
    makeItem('shape', 'b', { startSeconds: 0.1 + 0.2, durationSeconds: 0.69 }),
    makeItem('shape', 'c', { startSeconds: 1, durationSeconds: 1 }),
  ];
  const document = makeTimeline([{ items }]);
  for (const rate of [10, 24, 25, 50, 100, 240]) {
    const { count, getSceneTime } = frameGrid({ startSeconds: 0, endSeconds: 2 }, rate);
    for (let frame = 0; frame < count; frame += 1) {
      expect(sceneAt(document, getSceneTime(frame)).layers).toHaveLength(1);
    }
  }
});

test('every kind of visual item creates a layer, from bottom to top, and audio creates none', () => {
  const document = makeTimeline([
    { items: [makeItem('video', 'a', { proxyAssetId: 'asset_proxy' })] },
    { items: [makeItem('picture', 'b')] },
    { items: [makeItem('text', 'c')] },
    { items: [makeItem('bubbles', 'd')] },
    { items: [makeItem('shape', 'e')] },
    { items: [makeItem('sound', 'f')] },
  ]);
  const contents = sceneAt(document, 0.5).layers.map(({ content }) => content);
  expect(contents.map(({ type }) => type)).toEqual(['video', 'picture', 'text', 'bubbles', 'shape']);
  expect(contents[0]).toMatchObject({ proxyAssetId: 'asset_proxy' });
  expect(contents.slice(1)).toMatchObject(contents.slice(1).map(() => ({ itemSeconds: 0.5 })));
});

test('hidden tracks and items, and invisible ones, create no layer', () => {
  const items = [makeItem('shape', 'shown')];
  const document = makeTimeline([
    { items, isHidden: true },
    { items: [makeItem('shape', 'hidden', { isHidden: true })] },
    { items: [makeItem('shape', 'clear', { opacity: 0 })] },
    { items: [makeItem('shape', 'thin', { width: 0 })] },
    { items, isMuted: true },
  ]);
  expect(sceneAt(document, 0).layers.map(({ itemId }) => itemId)).toEqual(['shown']);
});

test('items that are not in order of time are found too', () => {
  const items = [makeItem('shape', 'late', { startSeconds: 4 }), makeItem('shape', 'early')];
  expect([1, 3, 5].map((time) => layersAt(items, time)[0]?.itemId)).toEqual(['early', undefined, 'late']);
});

test('position, rotation and flip transform the corners of the box correctly', () => {
  const box = { x: 100, y: 50, width: 40, height: 20 };
  const corners = (fields: object) => {
    const [layer] = layersAt([makeItem('shape', 'box', { ...box, ...fields })], 0);
    return layer ? [map(layer, 0, 0), map(layer, 40, 20)] : [];
  };
  expect(corners({})).toEqual([
    [80, 40],
    [120, 60],
  ]);
  expect(corners({ rotation: 90 })).toEqual([
    [110, 30],
    [90, 70],
  ]);
  expect(corners({ rotation: -270 })).toEqual(corners({ rotation: 90 }));
  expect(corners({ flip: 'horizontal' })).toEqual([
    [120, 40],
    [80, 60],
  ]);
  expect(corners({ flip: 'both' })).toEqual(corners({ rotation: 180 }));
  expect(corners({ flip: 'vertical', rotation: 90 })).toEqual([
    [90, 30],
    [110, 70],
  ]);
});

test('animated numbers are evaluated at the time of the item', () => {
  const keyframes = (from: number, to: number) => ({
    keyframes: [
      { atSeconds: 0, value: from },
      { atSeconds: 2, value: to },
    ],
  });
  const item = makeItem('shape', 'moving', {
    startSeconds: 10,
    x: keyframes(0, 100),
    width: keyframes(10, 30),
    opacity: keyframes(0, 1),
    blurPx: keyframes(4, 8),
  });
  const [layer] = layersAt([item], 11);
  expect(layer).toMatchObject({ width: 20, opacity: 0.5, blurPx: 6, matrix: { e: 40 } });
});

test('a crop selects the part of the image that fills the box', () => {
  const crop = { left: 0.25, top: 0.5, right: 0.125, bottom: 0 };
  expect(layersAt([makeItem('picture', 'cropped', { crop })], 0)[0]?.region).toEqual({
    left: 0.25,
    top: 0.5,
    right: 0.875,
    bottom: 1,
  });
});

test('fades multiply the opacity over their duration', () => {
  const items = [makeItem('shape', 'fading', { opacity: 0.5, fadeInSeconds: 1, fadeOutSeconds: 0.5 })];
  expect([0.25, 1, 1.75].map((time) => layersAt(items, time)[0]?.opacity)).toEqual([0.125, 0.5, 0.25]);
});

const replaced = (type: 'dissolve' | 'wipe-left' | 'wipe-right' | 'slide-left' | 'slide-right', start = 2) => [
  makeItem('video', 'before', { sourceStartSeconds: 7 }),
  makeItem('picture', 'after', { startSeconds: start, transition: { type, durationSeconds: 1 } }),
];

test('in a dissolve the earlier item continues after its end, below the next item', () => {
  const [before, after] = layersAt(replaced('dissolve'), 2.25);
  expect(before).toMatchObject({ itemId: 'before', opacity: 1, dissolve: 0.25, content: { sourceSeconds: 9.25 } });
  expect(after).toMatchObject({ itemId: 'after', opacity: 0.25, dissolve: null });
  expect(layersAt(replaced('dissolve'), 3).map(({ itemId, opacity }) => [itemId, opacity])).toEqual([['after', 1]]);
});

test('a rounding error between two items does not prevent their dissolve, and a gap does', () => {
  expect(layersAt(replaced('dissolve', 2.01), 2.5)).toHaveLength(2);
  expect(layersAt(replaced('dissolve', 2.1), 2.5)).toMatchObject([
    { itemId: 'after', opacity: expect.closeTo(0.4, 9) },
  ]);
});

test('a dissolve from an item that has faded out is a fade-in of the next item', () => {
  const [before, after] = replaced('dissolve');
  const faded = before && { ...before, fadeOutSeconds: 0.5 };
  expect(
    layersAt(
      [faded, after].filter((item) => item !== undefined),
      2.5,
    ),
  ).toMatchObject([{ itemId: 'after', opacity: 0.5, dissolve: null }]);
});

test('a wipe reveals the next item along a moving edge', () => {
  expect(layersAt(replaced('wipe-right'), 2.25)).toMatchObject([
    { itemId: 'before', clip: { x: 160, y: 0, width: 480, height: 360 } },
    { itemId: 'after', clip: { x: 0, y: 0, width: 160, height: 360 } },
  ]);
  expect(layersAt(replaced('wipe-left'), 2.25)).toMatchObject([
    { itemId: 'before', clip: { x: 0, width: 480 } },
    { itemId: 'after', clip: { x: 480, width: 160 } },
  ]);
});

test('a slide moves the next item in from the side, over the item that stays', () => {
  expect(layersAt(replaced('slide-left'), 2.5)).toMatchObject([
    { itemId: 'before', matrix: { e: 0 }, clip: { x: 0, width: 320 } },
    { itemId: 'after', matrix: { e: 320 }, clip: { x: 320, width: 320 } },
  ]);
  expect(layersAt(replaced('slide-right'), 2.5)[1]).toMatchObject({ matrix: { e: -320 }, clip: { x: 0, width: 320 } });
});

test('a scene of 500 items in half an hour is evaluated without reading all of them', () => {
  const items = Array.from({ length: 50 }, (_, index) =>
    makeItem('shape', `item-${index}`, { startSeconds: index * 36, durationSeconds: 36 }),
  );
  const document = makeTimeline(Array.from({ length: 10 }, () => ({ items })));
  sceneAt(document, 0);
  // The getter counts how many items a scene of 10 tracks reads through the index.
  let reads = 0;
  const counted = makeTimeline([]);
  const watched = items.map((item) => {
    const start = item.startSeconds;
    return Object.defineProperty({ ...item }, 'startSeconds', {
      get: () => {
        reads += 1;
        return start;
      },
    });
  });
  const track = {
    ...(document.tracks[0] ?? {
      id: '',
      name: '',
      kind: 'visual' as const,
      isHidden: false,
      isMuted: false,
      isLocked: false,
    }),
    items: watched,
  };
  const large = { ...counted, tracks: [track] };
  sceneAt(large, 0);
  reads = 0;
  expect(sceneAt(large, 900).layers.map(({ itemId }) => itemId)).toEqual(['item-25']);
  expect(reads).toBeLessThan(15);
});
