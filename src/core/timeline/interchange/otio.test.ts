import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { files, nasty } from '../../../../test/support/media-files.ts';
import { randomDocument } from '../../../../test/support/random-timeline.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { checkDocument } from '../check.ts';
import type { TimelineDocument } from '../document.ts';
import type { FindMedia } from './otio-media.ts';
import { readOtio } from './otio-read.ts';
import { toOtio } from './otio-write.ts';

const kinds = { asset_video: 'video', asset_picture: 'picture', asset_sound: 'sound' } as const;
const size = { width: 1280, height: 720, durationSeconds: 60 };
/** Finds assets by the ids that `makeItem` gives, and files of other programs by their names. */
const find: FindMedia = ({ assetId, fileName }) => {
  if (assetId !== undefined) {
    return assetId in kinds ? { assetId, kind: kinds[assetId as keyof typeof kinds], ...size } : undefined;
  }
  const kind = fileName.endsWith('.mov') ? 'video' : 'sound';
  return /\.(?:mov|wav)$/.test(fileName) ? { assetId: `found_${fileName}`, kind, ...size } : undefined;
};
const again = (document: TimelineDocument) => readOtio(toOtio(document, files), find);

test('every document is read back without loss', () => {
  fc.assert(
    fc.property(randomDocument, (document) => {
      expect(again(document)).toEqual({ document, warnings: [] });
    }),
    { numRuns: 100, seed: 2026 },
  );
});

test('hidden, muted, locked, marked or oddly named content is read back too', () => {
  const document = makeTimeline(
    [
      {
        items: [makeItem('picture', 'a', { isHidden: true, name: nasty })],
        isHidden: true,
        isMuted: true,
        isLocked: true,
      },
      { items: [makeItem('sound', 'b', { isMuted: true, startSeconds: 1 / 3 })], isMuted: true, name: nasty },
    ],
    {
      title: nasty,
      background: { type: 'color', color: '#123456' },
      frameRate: 30000 / 1001,
      markers: [{ id: 'm', atSeconds: 1.23, label: nasty }],
    },
  );
  // UTF-8 cannot encode half of a surrogate pair, so JSON escapes it.
  expect(again(document)).toEqual({ document, warnings: [] });
});

test('changes of another program are imported, and everything else stays as written', () => {
  const document = makeTimeline([
    {
      items: [
        makeItem('video', 'a', { speed: 2, opacity: 0.5 }),
        makeItem('video', 'b', { startSeconds: 3, crop: { left: 0.1, top: 0, right: 0, bottom: 0 } }),
      ],
    },
  ]);
  const written = JSON.parse(toOtio(document, files));
  const [first, gap] = written.tracks.children[0].children;
  first.effects[0].time_scalar = 4;
  gap.source_range.duration.value += 60;
  const [a, b] = readOtio(JSON.stringify(written), find).document.tracks[0]?.items ?? [];
  expect(a).toMatchObject({ speed: 4, opacity: 0.5, startSeconds: 0 });
  expect(b).toMatchObject({ startSeconds: 5, crop: { left: 0.1 } });
});

test('a copy of a clip that another program created gets a unique id', () => {
  const written = JSON.parse(toOtio(makeTimeline([{ items: [makeItem('video', 'a')] }]), files));
  written.tracks.children[0].children.push(written.tracks.children[0].children[0]);
  const { document } = readOtio(JSON.stringify(written), find);
  expect(document.tracks[0]?.items.map(({ id, startSeconds }) => [id, startSeconds])).toEqual([
    ['a', 0],
    ['video-1', 2],
  ]);
  expect(checkDocument(document)).toEqual([]);
});

const time = (value: number, rate = 24) => ({ OTIO_SCHEMA: 'RationalTime.1', rate, value });
const range = (start: number, duration: number, rate = 24) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start, rate),
  duration: time(duration, rate),
});
const external = (url: string, available: object | null = null) => ({
  OTIO_SCHEMA: 'ExternalReference.1',
  target_url: url,
  available_range: available,
  metadata: {},
});
const clip1 = (name: string, source: object | null, url: string, available: object | null = null) => ({
  OTIO_SCHEMA: 'Clip.1',
  name,
  source_range: source,
  effects: [],
  markers: [],
  media_reference: external(url, available),
});
const timeline = (children: object[], name: string | null = 'Foreign') =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name,
    tracks: { OTIO_SCHEMA: 'Stack.1', children, markers: [], metadata: {}, source_range: null },
  });
const track = (kind: string, children: object[]) => ({ OTIO_SCHEMA: 'Track.1', name: kind, kind, children });

test('a timeline of another program becomes items, fitted into its canvas', () => {
  const { document, warnings } = readOtio(
    timeline([
      track('Video', [
        clip1('One', range(3, 48), 'file:///folder/my%20titles.mov', range(0, 96)),
        { OTIO_SCHEMA: 'Gap.1', source_range: range(0, 24) },
        {
          OTIO_SCHEMA: 'Clip.2',
          name: 'Two',
          source_range: range(86_424, 48),
          effects: [{ OTIO_SCHEMA: 'LinearTimeWarp.1', time_scalar: 0.5 }],
          media_references: {
            other: external('C:\\media\\b.mov', range(86_400, 960)),
            DEFAULT_MEDIA: external('x.mxf'),
          },
          active_media_reference_key: 'other',
        },
      ]),
      track('Audio', [clip1('Song', null, 'song.wav', range(0, 240))]),
    ]),
    find,
  );
  expect(warnings).toEqual([]);
  expect(checkDocument(document)).toEqual([]);
  expect(document).toMatchObject({ title: 'Foreign', width: 1280, height: 720, frameRate: 24 });
  const [video, sound] = document.tracks;
  expect(video?.items).toMatchObject([
    {
      name: 'One',
      assetId: 'found_my titles.mov',
      startSeconds: 0,
      durationSeconds: 2,
      sourceStartSeconds: 0.125,
      width: 1280,
      isMuted: true,
    },
    // The timecode of the file starts at one hour.
    { name: 'Two', startSeconds: 3, durationSeconds: 2, sourceStartSeconds: 1, speed: 0.5 },
  ]);
  expect(sound?.items).toMatchObject([{ type: 'sound', startSeconds: 0, durationSeconds: 10 }]);
});

test('a transition across an edit point starts at the same time as in the other program', () => {
  const transition = {
    OTIO_SCHEMA: 'Transition.1',
    transition_type: 'SMPTE_Dissolve',
    in_offset: time(12),
    out_offset: time(6),
  };
  const { document } = readOtio(
    timeline([track('Video', [clip1('A', range(0, 48), 'a.mov'), transition, clip1('B', range(24, 48), 'b.mov')])]),
    find,
  );
  expect(document.tracks[0]?.items).toMatchObject([
    { durationSeconds: 1.5 },
    {
      startSeconds: 1.5,
      durationSeconds: 2.5,
      sourceStartSeconds: 0.5,
      transition: { type: 'dissolve', durationSeconds: 0.75 },
      isMuted: false,
    },
  ]);
  expect(checkDocument(document)).toEqual([]);
});

test('unsupported content is a gap and a warning that names it', () => {
  const odd = { OTIO_SCHEMA: 'Adjustment.1', name: 'Odd', source_range: range(0, 24) };
  const missing = {
    OTIO_SCHEMA: 'Clip.1',
    name: 'Gone',
    source_range: range(0, 24),
    media_reference: { OTIO_SCHEMA: 'MissingReference.1' },
  };
  const frozen = {
    ...clip1('Frozen', range(0, 24), 'c.mov'),
    effects: [{ OTIO_SCHEMA: 'FreezeFrame.1', time_scalar: 0 }],
  };
  const { document, warnings } = readOtio(
    timeline([
      track('Video', [odd, missing, clip1('Away', range(0, 24), 'nowhere.mp4'), frozen]),
      { OTIO_SCHEMA: 'Clip.2', name: 'No track' },
    ]),
    find,
  );
  expect(document.tracks.map(({ items }) => items.map(({ name, startSeconds }) => [name, startSeconds]))).toEqual([
    [['Frozen', 3]],
  ]);
  expect(warnings.toSorted()).toEqual([
    expect.stringMatching(/"Frozen" has a speed of 0/),
    expect.stringMatching(/"Gone" is not among the materials/),
    expect.stringMatching(/"No track" has no duration/),
    expect.stringMatching(/"Odd" \(Adjustment.1\)/),
    expect.stringMatching(/"nowhere.mp4" is not among the materials/),
  ]);
});

test('a clip without a path is found by its name, and old schema names are supported', () => {
  const named = { OTIO_SCHEMA: 'Clip.1', name: 'by name.mov', source_range: range(0, 24) };
  const filler = { OTIO_SCHEMA: 'Filler.1', source_range: range(0, 24) };
  const { document, warnings } = readOtio(
    timeline([{ ...track('Video', [filler, named]), OTIO_SCHEMA: 'Sequence.1' }]),
    find,
  );
  expect(warnings).toEqual([]);
  expect(document.tracks[0]?.items).toMatchObject([{ assetId: 'found_by name.mov', startSeconds: 1 }]);
});

test('a file without a timeline is refused with the reason', () => {
  const wrong = (text: string, message: RegExp) =>
    expect(() => readOtio(text, find)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', message: expect.stringMatching(message) }),
    );
  wrong('{"OTIO_SCHEMA": oops}', /is not JSON/);
  wrong('null', /is invalid/);
  wrong('{"OTIO_SCHEMA":"Clip.1"}', /OTIO_SCHEMA: must be "Timeline.1"/);
  wrong(timeline([track('Video', [clip1('A', range(0, 24, 0), 'a.mov')])]), /rate/);
  wrong(
    timeline([
      track(
        'Video',
        Array.from({ length: 5001 }, () => clip1('A', range(0, 24), 'a.mov')),
      ),
    ]),
    /tracks.0.items/,
  );
});

test('the audio of videos is on a separate track for other programs', () => {
  const { tracks } = JSON.parse(
    toOtio(makeTimeline([{ items: [makeItem('video', 'a'), makeItem('text', 'b', { startSeconds: 2 })] }]), files),
  );
  expect(
    tracks.children.map(({ kind, children }: { kind: string; children: object[] }) => [kind, children.length]),
  ).toEqual([
    ['Video', 2],
    ['Audio', 1],
  ]);
  const [clip] = tracks.children[0].children;
  expect(clip).toMatchObject({
    OTIO_SCHEMA: 'Clip.2',
    source_range: { start_time: { rate: 25, value: 0 }, duration: { rate: 25, value: 50 } },
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        target_url: './media/a%20clip.mp4',
        available_range: { duration: { value: 1500 } },
      },
    },
  });
});

test('an audio track is read back, and dropped if the file has no such track', () => {
  const document = makeTimeline([{ items: [makeItem('video', 'a', { audioTrack: 1 })] }]);
  const readWith = (audioTracks: number | undefined) =>
    readOtio(toOtio(document, files), (wanted) => {
      const found = find(wanted);
      return found && { ...found, audioTracks };
    });
  expect(readWith(2)).toEqual({ document, warnings: [] });
  expect(readWith(undefined)).toEqual({ document, warnings: [] });
  const { document: read, warnings } = readWith(1);
  expect(read.tracks[0]?.items[0]).not.toHaveProperty('audioTrack');
  expect(warnings).toEqual([expect.stringMatching(/names audio track 1, which its file lacks/)]);
});

test('a font of the user is found again by its id, and a text whose font is missing keeps its other font', () => {
  const text = makeItem('text', 'a', { font: 'Anton', fontAssetId: 'asset_font' });
  const document = makeTimeline([{ items: [text] }]);
  const findFont: FindMedia = (wanted) =>
    wanted.assetId === 'asset_font' ? { assetId: 'mat_mine', kind: 'font', ...size } : undefined;
  const [found] = readOtio(toOtio(document, files), findFont).document.tracks[0]?.items ?? [];
  expect(found).toMatchObject({ font: 'Anton', fontAssetId: 'mat_mine' });
  const [lost] = again(document).document.tracks[0]?.items ?? [];
  expect(lost).toMatchObject({ type: 'text', font: 'Anton' });
  expect(lost).not.toHaveProperty('fontAssetId');
});
