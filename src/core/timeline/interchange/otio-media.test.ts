import { expect, test } from 'vitest';
import { listFileNames, toNameKey } from './otio-file-names.ts';
import { parseOtioJson } from './otio-json.ts';
import type { FoundMedia } from './otio-media.ts';
import { readOtio } from './otio-read.ts';

test.each([
  ['file:///shots/take%20%231.mov', 'take #1.mov'],
  ['file:///shots/take #1.mov', 'take #1.mov'],
  ['file:///shots/why?.mov', 'why?.mov'],
  ['file:///shots/100%.mov', '100%.mov'],
  ['file:///shots/100%25.mov', '100%.mov'],
  ['file:///C:/shots/a%20b.mov', 'a b.mov'],
  ['file:///C%3A%5Cshots%5Ca.mov', 'a.mov'],
  ['file://server/share/a.mov', 'a.mov'],
  [String.raw`C:\shots\take #1.mov`, 'take #1.mov'],
  ['../media/a%20b.mov', 'a b.mov'],
  ['media/50%25 a%20b.mov', '50%25 a%20b.mov'],
  ['/shots/ma%C3%B1ana 5%.mov', 'mañana 5%.mov'],
  ['https://cdn.test/media/a%20b.mov?token=x/y.mov#t=1', 'a b.mov'],
])('%s names the file %s', (url, name) => {
  expect(listFileNames(url)).toContain(name);
});

test('the most likely name is first, and a URL without a path has no names', () => {
  expect(listFileNames('file:///shots/take#1.mov')).toEqual(['take#1.mov', 'take']);
  expect(listFileNames('https://cdn.test/a.mov?b#c')).toEqual(['a.mov']);
  expect(listFileNames('media/a%20b.mov')[0]).toBe('a b.mov');
  expect(listFileNames('')).toEqual([]);
});

test('names are equal after NFC, with an extension in any case', () => {
  expect(toNameKey('man\u0303ana.MOV')).toBe(toNameKey('ma\u00f1ana.mov'));
  expect(toNameKey('A.mov')).not.toBe(toNameKey('a.mov'));
});

test('numbers that JSON does not have are parsed outside of strings', () => {
  const text = String.raw`{"a": Infinity, "b": -Infinity, "c": NaN, "d": Inf, "e": -Inf, "f": -NaN, "NaN": "\" Infinity, NaN"}`;
  expect(parseOtioJson(text)).toEqual({
    a: Infinity,
    b: -Infinity,
    c: null,
    d: Infinity,
    e: -Infinity,
    f: null,
    NaN: '" Infinity, NaN',
  });
  expect(() => parseOtioJson('{"a": Infinit}')).toThrow(SyntaxError);
  expect(() => parseOtioJson('{"a": NaN,}')).toThrow(SyntaxError);
});

const range = (seconds: number, rate = 24) => ({
  start_time: { value: 0, rate },
  duration: { value: seconds * rate, rate },
});
const clip = (url: string, seconds: number, more: object = {}, rate = 24) => ({
  OTIO_SCHEMA: 'Clip.1',
  name: 'Clip',
  source_range: range(1),
  media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: url, available_range: range(seconds, rate) },
  ...more,
});
const getText = (clips: readonly object[], kind = 'Video'): string =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'T',
    tracks: { children: [{ OTIO_SCHEMA: 'Track.1', kind, children: clips }] },
  });
const video = (name: string, durationSeconds: number, frameRate = 24): FoundMedia => ({
  assetId: `id_${name}`,
  name,
  kind: 'video',
  width: 640,
  height: 360,
  durationSeconds,
  frameRate,
});
const readWith = (text: string, media: readonly FoundMedia[]) => {
  const find = ({ fileName }: { fileName: string }) => media.find(({ name }) => name === fileName);
  const { document, warnings } = readOtio(text, find, media);
  const ids = document.tracks.flatMap(({ items }) => items.map((item) => 'assetId' in item && item.assetId));
  return { ids, warnings, document };
};

test('a file of another name is found by its duration and frame rate, with a warning', () => {
  const { ids, warnings } = readWith(getText([clip('file:///old.mov', 7.5)]), [
    video('new.mov', 7.51),
    video('other.mov', 9),
    video('fast.mov', 7.5, 30),
  ]);
  expect(ids).toEqual(['id_new.mov']);
  expect(warnings).toEqual([
    '"old.mov" is not among the materials; "new.mov" is used instead, because it is the only one with the same duration.',
  ]);
});

test.each([
  ['two files match', [clip('old.mov', 7.5)], [video('a.mov', 7.5), video('b.mov', 7.5)]],
  ['one file matches two missing ones', [clip('old.mov', 7.5), clip('older.mov', 7.5)], [video('a.mov', 7.5)]],
  ['the duration differs by more than a frame', [clip('old.mov', 7.5)], [video('a.mov', 7.6)]],
  [
    'the file has no range',
    [clip('old.mov', 7.5, { media_reference: { OTIO_SCHEMA: 'ExternalReference.1' } })],
    [video('a.mov', 7.5)],
  ],
])('no file is chosen by content if %s', (_, clips, media) => {
  const { ids, warnings } = readWith(getText(clips), media);
  expect(ids).toEqual([]);
  expect(warnings.join(' ')).toContain('is not among the materials; upload it');
});

test('a file that another clip names is not used for a missing one', () => {
  expect(readWith(getText([clip('a.mov', 7.5), clip('old.mov', 7.5)]), [video('a.mov', 7.5)]).ids).toEqual([
    'id_a.mov',
  ]);
});

test('a range that is not finite counts as missing, and an infinite speed is a warning', () => {
  const text = getText([
    clip('a.mov', 7.5, { effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 123 }] }),
    clip('a.mov', 321, { source_range: null }),
  ])
    .replace('123', 'Infinity')
    .replace(`"value":${321 * 24}`, '"value":NaN');
  const { document, warnings } = readWith(text, [video('a.mov', 4)]);
  expect(document.tracks[0]?.items).toMatchObject([{ durationSeconds: 1 }, { durationSeconds: 4 }]);
  expect(warnings.join(' ')).toContain('has a speed of Infinity');
});
