import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import { checkDocument, checkRules, type Fault } from './check.ts';
import type { Item, TimelineDocument } from './document.ts';
import { documentLimits } from './limits.ts';

const paths = (document: TimelineDocument): string[] => checkDocument(document).map(({ path }: Fault) => path);

test('a valid document has no faults', () => {
  const items = [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2 })];
  expect(
    checkDocument(makeTimeline([{ items }, { items: [makeItem('sound', 'c', { ducksUnder: 'track-1' })] }])),
  ).toEqual([]);
});

test('items of one track may touch, and overlap by less than half a frame', () => {
  const at = (startSeconds: number) =>
    makeTimeline([{ items: [makeItem('text', 'b', { startSeconds }), makeItem('text', 'a', { durationSeconds: 2 })] }]);
  expect(checkDocument(at(1.99))).toEqual([]);
  expect(checkDocument(at(1.9))).toEqual([
    {
      path: 'tracks.0.items.0.startSeconds',
      message: expect.stringMatching(/"b" starts at 1.9 s, before "a" ends at 2 s on the same track/),
    },
  ]);
});

test('an item within another one overlaps it, and so does an item after both', () => {
  const items = [
    makeItem('text', 'long', { durationSeconds: 10 }),
    makeItem('text', 'within', { startSeconds: 1 }),
    makeItem('text', 'late', { startSeconds: 5 }),
  ];
  expect(paths(makeTimeline([{ items }]))).toEqual(['tracks.0.items.1.startSeconds', 'tracks.0.items.2.startSeconds']);
});

test('ids are unique among items, tracks, markers and messages', () => {
  const messages = [
    { id: 'm', from: 'me' as const, text: 'a', atSeconds: 0 },
    { id: 'm', from: 'me' as const, text: 'b', atSeconds: 1 },
  ];
  const document = makeTimeline(
    [
      { id: 'same', items: [makeItem('text', 'a')] },
      { id: 'same', items: [makeItem('bubbles', 'a', { messages })] },
    ],
    { markers: [0, 1].map((atSeconds) => ({ id: 'marker', atSeconds, label: '' })) },
  );
  expect(paths(document).toSorted()).toEqual([
    'markers.1.id',
    'tracks.1.id',
    'tracks.1.items.0.id',
    'tracks.1.items.0.messages.1.id',
  ]);
});

test('audio tracks contain only audio, and other tracks contain none', () => {
  const document = makeTimeline([
    { kind: 'visual', items: [makeItem('sound', 'a')] },
    { kind: 'sound', items: [makeItem('video', 'b')] },
  ]);
  expect(paths(document)).toEqual(['tracks.0.items.0.type', 'tracks.1.items.0.type']);
});

test('keyframes are in the order of time', () => {
  const keyframes = [0, 1, 1].map((atSeconds) => ({ atSeconds, value: 1 }));
  const document = makeTimeline([{ items: [makeItem('text', 'a', { opacity: { keyframes } })] }]);
  expect(paths(document)).toEqual(['tracks.0.items.0.opacity.keyframes.2.atSeconds']);
});

test('audio ducks only under another track that exists', () => {
  const document = makeTimeline([
    { items: [makeItem('sound', 'a', { ducksUnder: 'track-1' })] },
    { items: [makeItem('sound', 'b', { ducksUnder: 'nobody' })] },
  ]);
  expect(paths(document)).toEqual(['tracks.0.items.0.ducksUnder', 'tracks.1.items.0.ducksUnder']);
});

test('a transition is not longer than its item', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 3 };
  expect(paths(makeTimeline([{ items: [makeItem('text', 'a', { transition })] }]))).toEqual([
    'tracks.0.items.0.transition.durationSeconds',
  ]);
});

test('exceeded limits of the document are reported', () => {
  const keyframes = Array.from({ length: 15_000 }, (_, index) => ({
    atSeconds: index,
    value: 1,
    easing: 'linear' as const,
  }));
  const many = makeItem('text', 'many');
  const items = [Object.assign(many, { x: { keyframes }, y: { keyframes } })];
  expect(checkDocument(makeTimeline([{ items }]))).toMatchObject([
    { path: 'tracks.0.items.0', message: expect.stringMatching(/30000 keyframes/) },
  ]);
  const late = makeItem('text', 'late', { startSeconds: documentLimits.seconds });
  expect(paths(makeTimeline([{ items: [late] }]))).toEqual(['tracks.0.items.0.durationSeconds']);
  const half = (track: number) => ({
    items: Array.from({ length: 3000 }, (_, index) =>
      makeItem('text', `${track}-${index}`, { startSeconds: index * 2 }),
    ),
  });
  expect(paths(makeTimeline([half(1), half(2)]))).toEqual(['tracks']);
});

test('a document that is too large as JSON is refused, whatever its content', () => {
  const text = '文'.repeat(documentLimits.textLength);
  const items = Array.from({ length: 1200 }, (_, index) =>
    makeItem('text', `${index}`, { text, startSeconds: index * 2 }),
  );
  expect(checkDocument(makeTimeline([{ items }]))).toMatchObject([
    { path: '', message: expect.stringMatching(/bytes as JSON; the maximum for a canvas is 16777216/) },
  ]);
});

test('assets must exist and have the kind that the item needs', () => {
  const messages = [{ id: 'm', from: 'me' as const, text: '', atSeconds: 0, imageAssetId: 'song' }];
  const document = makeTimeline([
    { items: [makeItem('video', 'a', { assetId: 'film', proxyAssetId: 'gone' })] },
    { items: [makeItem('picture', 'b', { assetId: 'film' })] },
    { items: [makeItem('bubbles', 'c', { messages })] },
    { items: [makeItem('sound', 'd', { assetId: 'film' })] },
  ]);
  const kinds = new Map([
    ['film', 'video' as const],
    ['song', 'sound' as const],
  ]);
  expect(checkDocument(document, (id) => kinds.get(id))).toEqual([
    { path: 'tracks.0.items.0.proxyAssetId', message: 'no material or result has the id "gone"' },
    { path: 'tracks.1.items.0.assetId', message: 'must be of the kind picture; "film" is of the kind video' },
    {
      path: 'tracks.2.items.0.messages.0.imageAssetId',
      message: 'must be of the kind picture; "song" is of the kind sound',
    },
  ]);
});

test('an audio track must be one that the material has, if its tracks are known', () => {
  const items = ['film', 'film', 'unknown'].map((assetId, index) =>
    makeItem('video', `v${index}`, { assetId, audioTrack: index + 1, startSeconds: 2 * index }),
  );
  const counts = new Map([['film', 2]]);
  const faults = checkDocument(
    makeTimeline([{ items }]),
    () => 'video',
    (id) => counts.get(id),
  );
  expect(faults).toEqual([
    {
      path: 'tracks.0.items.1.audioTrack',
      message: 'there is no audio track 2: the file has 2 audio tracks, numbered from 0',
    },
  ]);
});

/** Creates a document whose only track contains these items. */
const withItems = (items: readonly Item[], kind: 'visual' | 'sound' = 'visual'): TimelineDocument => {
  const document = makeTimeline([{ items: [] }]);
  return { ...document, tracks: document.tracks.map((track) => ({ ...track, kind, items: [...items] })) };
};

test('an edit validates only the keyframes of the items that it has changed', () => {
  let reads = 0;
  const still = Object.defineProperty(makeItem('text', 'still', { startSeconds: 5 }), 'x', {
    enumerable: true,
    get: () => (reads += 1),
  });
  const wrong = makeItem('text', 'edited', {
    x: {
      keyframes: [
        { atSeconds: 1, value: 0 },
        { atSeconds: 1, value: 1 },
      ],
    },
  });
  const before = withItems([makeItem('text', 'edited'), still]);
  const faults = checkRules(withItems([wrong, still]), before);
  expect(faults.map(({ path }) => path)).toEqual(['tracks.0.items.0.x.keyframes.1.atSeconds']);
  expect(reads).toBe(0);
});

test('a moved item is checked for its new track, and against its new neighbors', () => {
  const [one, other] = [makeItem('text', 'one'), makeItem('text', 'other', { startSeconds: 5 })];
  expect(checkRules(withItems([one, other], 'sound'), withItems([one, other]))).toHaveLength(2);
  const near = { ...other, startSeconds: 1 };
  expect(checkRules(withItems([one, near]), withItems([one, other])).map(({ path }) => path)).toEqual([
    'tracks.0.items.1.startSeconds',
  ]);
});
