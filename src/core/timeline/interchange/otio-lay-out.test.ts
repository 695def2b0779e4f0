import { expect, test } from 'vitest';
import { checkDocument } from '../check.ts';
import { readOtio } from './otio-read.ts';
import type { FindMedia } from './otio-media.ts';

/** Finds all files except those with the given names; videos of ten seconds, or audio. */
const find: FindMedia = ({ fileName }) =>
  /\.(?:mov|wav)$/.test(fileName) && !fileName.startsWith('missing')
    ? {
        assetId: fileName,
        kind: fileName.endsWith('.mov') ? 'video' : 'sound',
        width: 640,
        height: 360,
        durationSeconds: 10,
      }
    : undefined;

const time = (seconds: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 24 * seconds });
const range = (start: number, length: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(length),
});
const clip = (file: string, start: number, length: number, more: object = {}) => ({
  OTIO_SCHEMA: 'Clip.2',
  name: file,
  source_range: range(start, length),
  media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url: `file:///shots/${file}` } },
  active_media_reference_key: 'DEFAULT_MEDIA',
  ...more,
});
const gap = (length: number) => ({ OTIO_SCHEMA: 'Gap.1', source_range: range(0, length) });
const dissolve = (early: number, late: number, more: object = {}) => ({
  OTIO_SCHEMA: 'Transition.1',
  transition_type: 'SMPTE_Dissolve',
  in_offset: time(early),
  out_offset: time(late),
  ...more,
});
const track = (children: object[], more: object = {}) => ({
  OTIO_SCHEMA: 'Track.1',
  kind: 'Video',
  name: 'V',
  children,
  ...more,
});
const sound = (children: object[], more: object = {}) => track(children, { kind: 'Audio', name: 'A', ...more });
const stack = (name: string, children: object[], more: object = {}) => ({
  OTIO_SCHEMA: 'Stack.1',
  name,
  children,
  ...more,
});
const warp = (scalar: number) => ({ OTIO_SCHEMA: 'LinearTimeWarp.1', effect_name: 'Speed', time_scalar: scalar });
const marker = (name: string, at: number) => ({ OTIO_SCHEMA: 'Marker.2', name, marked_range: range(at, 0) });

const read = (children: object[], more: object = {}) => {
  const tracks = { OTIO_SCHEMA: 'Stack.1', children, ...more };
  const made = readOtio(JSON.stringify({ OTIO_SCHEMA: 'Timeline.1', name: 'Foreign', tracks }), find);
  expect(checkDocument(made.document)).toEqual([]);
  return made;
};

/** Lists the items of each track: file, start, duration, and start in the file. */
const listItems = ({ document }: ReturnType<typeof read>) =>
  document.tracks.map(({ items }) =>
    items.map((item) => {
      const source = item.type === 'video' || item.type === 'sound' ? item : null;
      return [source?.assetId, ...[item.startSeconds, item.durationSeconds, source?.sourceStartSeconds ?? 0].map(tidy)];
    }),
  );
const tidy = (seconds: number): number => Math.round(1e6 * seconds) / 1e6;

test('a nested sequence is placed where it is nested, its other tracks above, trimmed by its range', () => {
  const inner = stack(
    'Scene',
    [track([clip('a.mov', 1, 2), clip('b.mov', 0, 3)]), track([gap(1), clip('c.mov', 2, 3)], { name: 'Over' })],
    { source_range: range(1, 3) },
  );
  const made = read([track([clip('x.mov', 0, 1), inner, clip('y.mov', 0, 1)])]);
  expect(made.warnings).toEqual([]);
  expect(listItems(made)).toEqual([
    [
      ['x.mov', 0, 1, 0],
      ['a.mov', 1, 1, 2],
      ['b.mov', 2, 2, 0],
      ['y.mov', 4, 1, 0],
    ],
    [['c.mov', 1, 3, 2]],
  ]);
  expect(made.document.tracks.map(({ name }) => name)).toEqual(['V', 'Scene']);
});

test('stacks in stacks, tracks in tracks and clips without a track have their positions', () => {
  const deep = stack('Deep', [clip('a.mov', 0, 2), stack('Deeper', [track([gap(0.5), clip('b.mov', 0, 1)])])]);
  const made = read([track([gap(1), track([deep, clip('c.mov', 0, 1)])]), clip('d.mov', 3, 1), stack('Top', [deep])]);
  expect(listItems(made)).toEqual([
    [
      ['a.mov', 1, 2, 0],
      ['c.mov', 3, 1, 0],
    ],
    [['b.mov', 1.5, 1, 0]],
    [['d.mov', 0, 1, 3]],
    [['a.mov', 0, 2, 0]],
    [['b.mov', 0.5, 1, 0]],
  ]);
});

test('the speed of a nested sequence applies to all its content', () => {
  const inner = stack('Fast', [track([clip('a.mov', 1, 2, { effects: [warp(2)] }), clip('b.mov', 0, 4)])], {
    source_range: range(1, 2),
    effects: [warp(2)],
  });
  const made = read([track([gap(1), inner])]);
  expect(listItems(made)).toEqual([
    [
      ['a.mov', 1, 0.5, 3],
      ['b.mov', 1.5, 1.5, 0],
    ],
  ]);
  expect(made.document.tracks[0]?.items).toMatchObject([{ speed: 4 }, { speed: 2 }]);
});

test('the range of a track, and that of all tracks, trim their content', () => {
  const made = read(
    [track([clip('a.mov', 0, 2), clip('b.mov', 0, 2)], { source_range: range(1, 3) }), track([clip('c.mov', 0, 4)])],
    { source_range: range(0.5, 2) },
  );
  expect(listItems(made)).toEqual([
    [
      ['a.mov', 0, 0.5, 1.5],
      ['b.mov', 0.5, 1.5, 0],
    ],
    [['c.mov', 0, 2, 0.5]],
  ]);
});

test('the range of all tracks starts at the same time in each, even after the end of a track', () => {
  const made = read([track([clip('a.mov', 0, 2)]), track([clip('c.mov', 0, 6)])], { source_range: range(3, 2) });
  expect(listItems(made)).toEqual([[], [['c.mov', 0, 2, 3]]]);
});

test('a range with a negative duration takes no time, and later clips do not overlap earlier ones', () => {
  const inner = stack('Back', [track([clip('a.mov', 0, 2)])], { source_range: range(0, -2) });
  expect(listItems(read([track([clip('x.mov', 0, 3), inner, clip('y.mov', 0, 1)])]))).toEqual([
    [
      ['x.mov', 0, 3, 0],
      ['y.mov', 3, 1, 0],
    ],
  ]);
});

test('nested audio is used once: from the audio track that contains it, or else from the video track', () => {
  const inner = stack('Scene', [track([clip('a.mov', 0, 2)]), sound([clip('s.wav', 1, 2)])]);
  const alone = read([track([gap(1), inner])]);
  expect(alone.document.tracks.map(({ kind }) => kind)).toEqual(['visual', 'sound']);
  expect(listItems(alone)).toEqual([[['a.mov', 1, 2, 0]], [['s.wav', 1, 2, 1]]]);
  expect(alone.document.tracks[0]?.items).toMatchObject([{ isMuted: true }]);
  const both = read([track([gap(1), inner]), sound([gap(1), inner])]);
  expect(listItems(both)).toEqual([[['a.mov', 1, 2, 0]], [['s.wav', 1, 2, 1]]]);
});

test('a transition to or from a nested sequence is on its edit point; one with an empty side is a fade', () => {
  const inner = stack('Scene', [track([clip('b.mov', 2, 2)])]);
  const made = read([
    track([dissolve(0, 0.5), clip('a.mov', 0, 2), dissolve(0.5, 0.5), inner, dissolve(1, 0), gap(1)]),
    sound([clip('s.wav', 0, 2), dissolve(0.25, 0)]),
  ]);
  expect(made.warnings).toEqual([]);
  expect(made.document.tracks[0]?.items).toMatchObject([
    { startSeconds: 0, durationSeconds: 1.5, transition: { type: 'dissolve', durationSeconds: 0.5 } },
    { startSeconds: 1.5, sourceStartSeconds: 1.5, transition: { durationSeconds: 1 }, fadeOutSeconds: 1 },
  ]);
  expect(made.document.tracks[1]?.items).toMatchObject([{ fadeOutSeconds: 0.25 }]);
});

test('markers of clips, tracks and nested sequences have their times of the canvas', () => {
  const marked = clip('a.mov', 2, 2, { markers: [marker('in a', 3), marker('cut off', 1)], effects: [warp(2)] });
  const inner = stack('Scene', [track([marked], { markers: [marker('in track', 1.5)] })], {
    markers: [marker('in scene', 0)],
  });
  const made = read([track([gap(1), inner])], { markers: [marker('on top', 4)] });
  expect(Object.fromEntries(made.document.markers.map(({ label, atSeconds }) => [label, tidy(atSeconds)]))).toEqual({
    'on top': 4,
    'in a': 1.5,
    'in track': 2.5,
    'in scene': 1,
  });
});

test('markers of a sequence that is nested on a video track and on an audio track are imported once', () => {
  const inner = stack('Scene', [track([clip('a.mov', 0, 2, { markers: [marker('in a', 1)] }), clip('b.mov', 0, 1)])], {
    markers: [marker('in scene', 0)],
  });
  const made = read([track([inner]), sound([inner])]);
  expect(made.document.markers.map(({ label }) => label).toSorted()).toEqual(['in a', 'in scene']);
});

test('markers count from the start timecode if their clip does', () => {
  const inner = stack('Scene', [track([clip('a.mov', 0, 2)])], {
    source_range: range(3600, 2),
    markers: [marker('in scene', 3601)],
  });
  expect(read([track([inner])]).document.markers).toMatchObject([{ label: 'in scene', atSeconds: 1 }]);
});

test('a disabled parent hides its clips', () => {
  const inner = stack('Scene', [track([clip('a.mov', 0, 1)])], { enabled: false });
  expect(read([track([inner, clip('b.mov', 0, 1)])]).document.tracks[0]?.items).toMatchObject([
    { isHidden: true },
    { isHidden: false },
  ]);
});

test('warnings name omitted content: effects, generators, image sequences, unknown transitions', () => {
  const generator = { OTIO_SCHEMA: 'GeneratorReference.1', generator_kind: 'SMPTEBars' };
  const sequence = { OTIO_SCHEMA: 'ImageSequenceReference.1', target_url_base: 'file:///frames/' };
  const made = read([
    track([
      clip('a.mov', 0, 2, { effects: [{ OTIO_SCHEMA: 'Effect.1', effect_name: 'Glow' }] }),
      dissolve(0, 0.5, { transition_type: 'Page_Curl', name: 'Curl' }),
      clip('b.mov', 0, 2),
      clip('bars', 0, 1, { media_references: { DEFAULT_MEDIA: generator } }),
      clip('frames', 0, 1, { media_references: { DEFAULT_MEDIA: sequence } }),
      clip('missing.mov', 0, 1),
    ]),
  ]);
  expect(made.warnings.toSorted()).toEqual([
    expect.stringMatching(/^"a.mov" has unsupported effects \(Glow\)/),
    expect.stringMatching(/^"bars" is generated by the other program \(SMPTEBars\)/),
    expect.stringMatching(/^"frames" is an image sequence/),
    expect.stringMatching(/^"missing.mov" is not among the materials/),
    expect.stringMatching(/^The transition "Curl" is not supported/),
  ]);
  expect(listItems(made)[0]).toHaveLength(2);
});

test('the first timeline of a collection is imported', () => {
  const one = (name: string) => ({
    OTIO_SCHEMA: 'Timeline.1',
    name,
    tracks: { OTIO_SCHEMA: 'Stack.1', children: [track([clip('a.mov', 0, 1)])] },
  });
  const children = [{ OTIO_SCHEMA: 'Clip.2', name: 'loose' }, one('First'), one('Second')];
  const made = readOtio(JSON.stringify({ OTIO_SCHEMA: 'SerializableCollection.1', name: 'Bin', children }), find);
  expect(made.document.title).toBe('First');
  expect(made.warnings).toEqual(['The file contains 2 timelines; the first one was imported.']);
});

test('endless nesting is refused', () => {
  const text = (levels: number) =>
    `{"OTIO_SCHEMA":"Timeline.1","tracks":{"children":[${'{"OTIO_SCHEMA":"Stack.1","children":['.repeat(levels)}${']}'.repeat(levels)}]}}`;
  expect(readOtio(text(40), find).document.tracks).toEqual([]);
  for (const levels of [60, 100_000]) {
    expect(() => readOtio(text(levels), find)).toThrow(/nested more than 50 deep/);
    const hidden = text(levels).replaceAll('"Stack.1",', '"Stack.1","tracks":0,');
    expect(() => readOtio(hidden, find)).toThrow(/nested more than 50 deep/);
  }
});
