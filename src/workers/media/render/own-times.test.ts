import { describe, expect, it } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { findOwnTimes, isVariable, toGrid } from './own-times.ts';

const even = Array.from({ length: 100 }, (_, at) => at / 30);

describe('isVariable', () => {
  it('is false for a constant frame rate, even with rounded timestamps or a missing frame', () => {
    expect(isVariable(even)).toBe(false);
    expect(isVariable(even.map((time) => Math.round(1000 * time) / 1000))).toBe(false);
    expect(isVariable(even.filter((_, at) => at !== 40))).toBe(false);
  });

  it('is true for a variable frame rate', () => {
    expect(isVariable(even.filter((_, at) => at % 7 === 0 || at % 5 === 0))).toBe(true);
  });
});

describe('toGrid', () => {
  it('returns the timestamps of the frames within the span, and shows each in its middle', () => {
    const grid = toGrid([-0.6, -0.1, 0.3, 0.9, 1.6, 2.4], { startSeconds: 0, endSeconds: 2 });
    const times = Array.from({ length: grid?.count ?? 0 }, (_, at) => grid?.getTimestamp(at) ?? 0);
    [0, 0.3, 0.9, 1.6].forEach((time, at) => expect(times[at]).toBeCloseTo(time, 9));
    expect(times).toHaveLength(4);
    expect(grid?.getTimestamp(4)).toBe(2);
    expect(grid?.getSceneTime(1)).toBeCloseTo(0.6, 9);
  });
});

describe('findOwnTimes', () => {
  const variable = even.filter((_, at) => at % 7 === 0 || at % 5 === 0);
  const source = makeItem('video', 'source', { assetId: 'variable' });
  const find = (items: readonly Item[], times: Readonly<Record<string, readonly number[]>> = {}) =>
    findOwnTimes(
      { ...asked, document: makeTimeline(items.map((item) => ({ items: [item] }))) },
      { startSeconds: 0, endSeconds: 2 },
      { getTimes: async ({ assetId }) => ({ variable, even, ...times })[assetId] ?? null },
    );

  it('returns the timestamps of one video, including under texts, bubbles and a cutout of it', async () => {
    const alone = await find([source]);
    expect(alone?.count).toBe(variable.filter((time) => time < 2 - 1 / 480).length);
    const over = [makeItem('bubbles', 'bubbles'), makeItem('text', 'text', { startSeconds: 1, durationSeconds: 0.5 })];
    const cutOut = makeItem('video', 'cut-out', { assetId: 'variable' });
    for (const items of [
      [source, ...over],
      [source, ...over, cutOut],
    ]) {
      expect((await find(items))?.count).toBe(alone?.count);
    }
  });

  it('returns the timestamps of consecutive parts of a video, each from its own start', async () => {
    const piece = (id: string, startSeconds: number, sourceStartSeconds: number) =>
      makeItem('video', id, { assetId: 'variable', startSeconds, durationSeconds: 1, sourceStartSeconds });
    const grid = await findOwnTimes(
      { ...asked, document: makeTimeline([{ items: [piece('one', 0, 0), piece('two', 1, 1.5)] }]) },
      { startSeconds: 0, endSeconds: 2 },
      { getTimes: async () => variable },
    );
    const times = Array.from({ length: grid?.count ?? 0 }, (_, at) => grid?.getTimestamp(at) ?? 0);
    const expected = [
      ...variable.filter((time) => time < 1 - 1 / 480),
      1,
      ...variable.map((time) => time - 0.5).filter((time) => time > 1 + 1 / 480 && time < 2 - 1 / 480),
    ];
    expect(times).toHaveLength(expected.length);
    expected.forEach((time, at) => expect(times[at]).toBeCloseTo(time, 9));
    expect(await find([piece('one', 0, 0)])).toBeNull();
  });

  it('returns null if a video with other timestamps is visible, begins later, or has another speed', async () => {
    expect(await find([source, makeItem('video', 'other', { assetId: 'even' })])).toBeNull();
    expect(
      await find([source, makeItem('video', 'later', { assetId: 'variable', startSeconds: 1, durationSeconds: 1 })]),
    ).toBeNull();
    expect(await find([makeItem('video', 'fast', { assetId: 'variable', speed: 2 })])).toBeNull();
    expect(await find([makeItem('bubbles', 'bubbles')])).toBeNull();
    expect(await find([makeItem('video', 'even', { assetId: 'even' })])).toBeNull();
  });
});

const asked = {
  assets: {},
  outputFile: 'out',
  format: 'mp4',
  width: 640,
  height: 360,
  frameRate: 30,
  quality: 'best',
  span: null,
  background: '#000000',
  isWatermarked: false,
} as const;
