import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTimelineTypes, timelineTypesFile } from '#build/timeline-types.ts';
import {
  applyEdit,
  applyEdits,
  getDurationSeconds,
  parseDocument,
  readOtio,
  toInterchange,
  validate,
  type NewItem,
} from './timeline.ts';

const place = { name: 'Clip', startSeconds: 0, durationSeconds: 4, x: 640, y: 360, width: 1280, height: 720 };

const video: NewItem = { ...place, type: 'video', assetId: 'mat_1', sourceStartSeconds: 1 };

const empty = {
  version: 2,
  title: 'Trip',
  width: 1280,
  height: 720,
  frameRate: 30,
  background: { type: 'color', color: '#000000' },
  tracks: [{ id: 't1', name: 'Video', kind: 'visual', items: [] }],
};

const makeDocument = () =>
  applyEdit(parseDocument(empty), { type: 'add-item', trackId: 't1', item: { ...video, id: 'i1' } });

const media = {
  assetId: 'mat_9',
  name: 'beach.mp4',
  kind: 'video',
  width: 1280,
  height: 720,
  durationSeconds: 10,
  frameRate: 30,
} as const;

test('the public types are those of the schema', async () => {
  expect(await readFile(timelineTypesFile, 'utf8')).toBe(await makeTimelineTypes());
});

test('fills in the defaults of a document and of an added item', () => {
  const document = makeDocument();
  expect(document).toMatchObject({ markers: [], tracks: [{ isMuted: false, items: [{ speed: 1, opacity: 1 }] }] });
  expect(getDurationSeconds(document)).toBe(4);
});

test('returns faults with their paths, of the schema and of the rules', () => {
  expect(validate(makeDocument())).toEqual([]);
  expect(validate({ ...empty, width: 0 })).toEqual([{ path: 'width', message: expect.stringContaining('1') }]);
  const [track] = empty.tracks;
  expect(validate({ ...empty, tracks: [track, track] })).toMatchObject([{ path: 'tracks.1.id' }]);
  expect(validate(makeDocument(), () => 'sound')).toMatchObject([{ path: 'tracks.0.items.0.assetId' }]);
  expect(validate({ ...empty, version: 99 })).toMatchObject([{ path: 'version' }]);
});

test('checks the font of a text like the other files', () => {
  const item: NewItem = { ...place, type: 'text', id: 'i2', text: 'Hi', fontAssetId: 'mat_2' };
  const document = applyEdit(parseDocument(empty), { type: 'add-item', trackId: 't1', item });
  expect(validate(document, () => 'font')).toEqual([]);
  expect(validate(document, () => 'video')).toMatchObject([{ path: 'tracks.0.items.0.fontAssetId' }]);
  expect(validate(document, () => undefined)).toMatchObject([{ path: 'tracks.0.items.0.fontAssetId' }]);
});

test('throws an error with the same faults', () => {
  expect(() => parseDocument({ ...empty, width: 0 })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', details: [{ path: 'width', message: expect.any(String) }] }),
  );
});

test('applies edits to a copy, all or none', () => {
  const document = makeDocument();
  const split = applyEdit(document, { type: 'split', itemId: 'i1', atSeconds: 2 });
  expect(split.tracks[0]?.items).toHaveLength(2);
  expect(document.tracks[0]?.items).toHaveLength(1);
  const edits = [
    { type: 'set', itemId: 'i1', properties: { opacity: 0.5 } },
    { type: 'remove-item', itemId: 'unknown' },
  ] as const;
  expect(() => applyEdits(document, edits)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ path: 'edits.1.itemId' })] }),
  );
});

test('names the invalid field of an edit of another program', () => {
  const edit = JSON.parse('{ "type": "trim", "itemId": "i1", "edge": "middle", "atSeconds": 1 }');
  expect(() => applyEdit(makeDocument(), edit)).toThrow(
    expect.objectContaining({ details: [{ path: 'edits.0.edge', message: expect.any(String) }] }),
  );
});

test.each(['otio', 'fcpxml', 'edl', 'srt', 'vtt', 'csv'] as const)('writes %s, with and without files', (format) => {
  const { kind, width, height, durationSeconds, frameRate, name } = media;
  const facts = { kind, width, height, durationSeconds, frameRate, hasSound: true };
  const files = { mat_1: { name, url: 'media/beach.mp4', facts } };
  expect(toInterchange(makeDocument(), format)).toEqual(expect.any(String));
  const text = toInterchange(makeDocument(), format, files);
  expect(text.includes('beach.mp4')).toBe(!['srt', 'vtt'].includes(format));
});

test('reads the media of an OpenTimelineIO file by name', () => {
  const files = { mat_1: { name: 'beach.mp4', url: 'media/beach.mp4', facts: null } };
  const text = toInterchange(makeDocument(), 'otio', files);
  const { document, warnings } = readOtio(text, [media]);
  expect(document.tracks[0]?.items).toMatchObject([{ type: 'video', assetId: 'mat_9', durationSeconds: 4 }]);
  expect(warnings).toEqual([]);
  expect(() => readOtio('{}')).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
});
