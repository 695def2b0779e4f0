import { describe, expect, it } from 'vitest';
import { checkDocument } from '#core/timeline/check.ts';
import { timelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { joinIds, findPassages, tightenedDocument, type Join } from './document.ts';

const clip = {
  title: 'Take',
  kind: 'video' as const,
  assetId: 'clip',
  width: 640,
  height: 360,
  frameRate: 60,
  clipSeconds: 10,
  removed: [
    { startSeconds: 0, endSeconds: 1 },
    { startSeconds: 3, endSeconds: 4.5 },
    { startSeconds: 7, endSeconds: 7.5 },
  ],
};
const make = (joins: Join) => tightenedDocument({ ...clip, joins });

describe('tightenedDocument', () => {
  it('has an item for each kept passage, one after the other, and all are enabled', () => {
    const document = make('cut');
    expect(checkDocument(document)).toEqual([]);
    expect(document.tracks[0]?.items).toMatchObject([
      { startSeconds: 0, durationSeconds: 2, sourceStartSeconds: 1 },
      { startSeconds: 2, durationSeconds: 2.5, sourceStartSeconds: 4.5 },
      { startSeconds: 4.5, durationSeconds: 2.5, sourceStartSeconds: 7.5 },
    ]);
    expect(getDocumentSeconds(document)).toBe(7);
  });

  it.each(joinIds)('has all fields that the schema would add, if passages are joined by %s', (joins) => {
    expect(timelineDocument.parse(make(joins))).toEqual(make(joins));
  });

  it('cross-fades the audio at a cut with the removed part, and renders no extra frame', () => {
    const [first, second] = soundIn(make('cut'), { startSeconds: 0, endSeconds: 7 });
    expect(first).toMatchObject({ endSeconds: 2.015, fadeOut: { startSeconds: 2, endSeconds: 2.015 } });
    expect(second?.fadeIn).toEqual({ startSeconds: 2, endSeconds: 2.015 });
    for (let frame = 0; frame < 7 * clip.frameRate; frame += 1) {
      const { layers } = sceneAt(make('cut'), (frame + 0.5) / clip.frameRate);
      expect(layers).toHaveLength(1);
      expect(layers[0]).toMatchObject({ opacity: 1, width: 640, matrix: { a: 1, d: 1, e: 0, f: 0 } });
    }
  });

  it('dissolves if requested, at most for the duration of the removed part', () => {
    expect(sceneAt(make('dissolve'), 2.1).layers).toHaveLength(2);
    const short = tightenedDocument({ ...clip, removed: [{ startSeconds: 3, endSeconds: 3.1 }], joins: 'dissolve' });
    expect(short.tracks[0]?.items[1]).toMatchObject({ transition: { type: 'dissolve' } });
    expect(sceneAt(short, 3.11).layers).toHaveLength(1);
  });

  it('scales up every other passage with punch-in, and always covers the canvas', () => {
    const widths = make('punch-in').tracks[0]?.items.map((item) => ('width' in item ? item.width : 0));
    expect(widths?.[0]).toBe(640);
    expect(widths?.[1]).toBeGreaterThan(640);
    expect(widths?.[2]).toBe(640);
    const { matrix, height } = sceneAt(make('punch-in'), 3).layers[0] ?? { matrix: { e: 1, f: 1 }, height: 0 };
    expect(Math.max(matrix.e, matrix.f)).toBeLessThanOrEqual(0);
    expect(matrix.f + height).toBeGreaterThanOrEqual(360);
  });
});

describe('tightenedDocument of an audio file', () => {
  const sound = { ...clip, kind: 'sound' as const, width: 1920, height: 1080, frameRate: 30, audioTrack: 1 };
  const of = (joins: Join) => tightenedDocument({ ...sound, joins });

  it('has an item for each passage on one audio track, and all are enabled', () => {
    const document = of('cut');
    expect(checkDocument(document)).toEqual([]);
    expect(document.tracks).toHaveLength(1);
    expect(document.tracks[0]).toMatchObject({
      kind: 'sound',
      items: [
        { type: 'sound', audioTrack: 1, startSeconds: 0, durationSeconds: 2, sourceStartSeconds: 1 },
        { type: 'sound', audioTrack: 1, startSeconds: 2, durationSeconds: 2.5, sourceStartSeconds: 4.5 },
        { type: 'sound', audioTrack: 1, startSeconds: 4.5, durationSeconds: 2.5, sourceStartSeconds: 7.5 },
      ],
    });
    expect(getDocumentSeconds(document)).toBe(7);
  });

  it.each(joinIds)('has all fields that the schema would add, if passages are joined by %s', (joins) => {
    expect(timelineDocument.parse(of(joins))).toEqual(of(joins));
  });

  it.each([
    ['cut', 0.0075],
    ['punch-in', 0.0075],
    ['dissolve', 0.1],
  ] as const)('fades out and in only at its cuts, with %s for %s s each', (joins, seconds) => {
    const spans = soundIn(of(joins), { startSeconds: 0, endSeconds: 7 });
    const lengths = spans.map(({ fadeIn, fadeOut }) =>
      [fadeIn, fadeOut].map((fade) => (fade ? Number((fade.endSeconds - fade.startSeconds).toFixed(6)) : 0)),
    );
    expect(lengths).toEqual([
      [0, seconds],
      [seconds, seconds],
      [seconds, 0],
    ]);
    expect(spans.map(({ endSeconds }) => endSeconds)).toEqual([2, 4.5, 7]);
  });

  it('limits fades to the duration of a short passage', () => {
    const removed = [
      { startSeconds: 1, endSeconds: 2 },
      { startSeconds: 2.1, endSeconds: 3 },
    ];
    const [, middle] = soundIn(tightenedDocument({ ...sound, removed, joins: 'dissolve' }), {
      startSeconds: 0,
      endSeconds: 10,
    });
    expect(middle?.fadeIn?.endSeconds).toBeLessThanOrEqual((middle?.fadeOut?.startSeconds ?? 0) + 1e-6);
  });
});

describe('findPassages', () => {
  it('joins cuts that touch', () => {
    const removed = [
      { startSeconds: 1, endSeconds: 2 },
      { startSeconds: 2, endSeconds: 3 },
    ];
    expect(findPassages({ removed, clipSeconds: 4 })).toMatchObject([
      { startSeconds: 0, endSeconds: 1 },
      { startSeconds: 3, endSeconds: 4 },
    ]);
  });
});
