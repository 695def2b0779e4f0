import { expect, test } from 'vitest';
import { documentOf, itemOf } from '../../../test/support/timeline.ts';
import { checkDocument, checkRules, type Fault } from './check.ts';
import type { Item, TimelineDocument } from './document.ts';
import { documentLimits } from './limits.ts';

const paths = (document: TimelineDocument): string[] => checkDocument(document).map(({ path }: Fault) => path);

test('a valid document has no faults', () => {
  const items = [itemOf('video', 'a'), itemOf('video', 'b', { startSeconds: 2 })];
  expect(checkDocument(documentOf([{ items }, { items: [itemOf('sound', 'c', { ducksUnder: 'track-1' })] }]))).toEqual(
    [],
  );
});

test('items of one track may touch, and overlap by less than half a frame', () => {
  const at = (startSeconds: number) =>
    documentOf([{ items: [itemOf('text', 'b', { startSeconds }), itemOf('text', 'a', { durationSeconds: 2 })] }]);
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
    itemOf('text', 'long', { durationSeconds: 10 }),
    itemOf('text', 'within', { startSeconds: 1 }),
    itemOf('text', 'late', { startSeconds: 5 }),
  ];
  expect(paths(documentOf([{ items }]))).toEqual(['tracks.0.items.1.startSeconds', 'tracks.0.items.2.startSeconds']);
});

test('ids are unique among items, tracks, markers and messages', () => {
  const messages = [
    { id: 'm', from: 'me' as const, text: 'a', atSeconds: 0 },
    { id: 'm', from: 'me' as const, text: 'b', atSeconds: 1 },
  ];
  const document = documentOf(
    [
      { id: 'same', items: [itemOf('text', 'a')] },
      { id: 'same', items: [itemOf('bubbles', 'a', { messages })] },
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
  const document = documentOf([
    { kind: 'visual', items: [itemOf('sound', 'a')] },
    { kind: 'sound', items: [itemOf('video', 'b')] },
  ]);
  expect(paths(document)).toEqual(['tracks.0.items.0.type', 'tracks.1.items.0.type']);
});

test('keyframes are in the order of time', () => {
  const keyframes = [0, 1, 1].map((atSeconds) => ({ atSeconds, value: 1 }));
  const document = documentOf([{ items: [itemOf('text', 'a', { opacity: { keyframes } })] }]);
  expect(paths(document)).toEqual(['tracks.0.items.0.opacity.keyframes.2.atSeconds']);
});

test('audio ducks only under another track that exists', () => {
  const document = documentOf([
    { items: [itemOf('sound', 'a', { ducksUnder: 'track-1' })] },
    { items: [itemOf('sound', 'b', { ducksUnder: 'nobody' })] },
  ]);
  expect(paths(document)).toEqual(['tracks.0.items.0.ducksUnder', 'tracks.1.items.0.ducksUnder']);
});

test('a transition is not longer than its item', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 3 };
  expect(paths(documentOf([{ items: [itemOf('text', 'a', { transition })] }]))).toEqual([
    'tracks.0.items.0.transition.durationSeconds',
  ]);
});

test('exceeded limits of the document are reported', () => {
  const keyframes = Array.from({ length: 15_000 }, (_, index) => ({
    atSeconds: index,
    value: 1,
    easing: 'linear' as const,
  }));
  const many = itemOf('text', 'many');
  const items = [Object.assign(many, { x: { keyframes }, y: { keyframes } })];
  expect(checkDocument(documentOf([{ items }]))).toMatchObject([
    { path: 'tracks.0.items.0', message: expect.stringMatching(/30000 keyframes/) },
  ]);
  const late = itemOf('text', 'late', { startSeconds: documentLimits.seconds });
  expect(paths(documentOf([{ items: [late] }]))).toEqual(['tracks.0.items.0.durationSeconds']);
  const half = (track: number) => ({
    items: Array.from({ length: 3000 }, (_, index) => itemOf('text', `${track}-${index}`, { startSeconds: index * 2 })),
  });
  expect(paths(documentOf([half(1), half(2)]))).toEqual(['tracks']);
});

test('a document that is too large as JSON is refused, whatever its content', () => {
  const text = '文'.repeat(documentLimits.textLength);
  const items = Array.from({ length: 1200 }, (_, index) =>
    itemOf('text', `${index}`, { text, startSeconds: index * 2 }),
  );
  expect(checkDocument(documentOf([{ items }]))).toMatchObject([
    { path: '', message: expect.stringMatching(/bytes as JSON; the maximum for a canvas is 16777216/) },
  ]);
});

test('assets must exist and have the kind that the item needs', () => {
  const messages = [{ id: 'm', from: 'me' as const, text: '', atSeconds: 0, imageAssetId: 'song' }];
  const document = documentOf([
    { items: [itemOf('video', 'a', { assetId: 'film', proxyAssetId: 'gone' })] },
    { items: [itemOf('picture', 'b', { assetId: 'film' })] },
    { items: [itemOf('bubbles', 'c', { messages })] },
    { items: [itemOf('sound', 'd', { assetId: 'film' })] },
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
    itemOf('video', `v${index}`, { assetId, audioTrack: index + 1, startSeconds: 2 * index }),
  );
  const counts = new Map([['film', 2]]);
  const faults = checkDocument(
    documentOf([{ items }]),
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
  const document = documentOf([{ items: [] }]);
  return { ...document, tracks: document.tracks.map((track) => ({ ...track, kind, items: [...items] })) };
};

test('an edit validates only the keyframes of the items that it has changed', () => {
  let reads = 0;
  const still = Object.defineProperty(itemOf('text', 'still', { startSeconds: 5 }), 'x', {
    enumerable: true,
    get: () => (reads += 1),
  });
  const wrong = itemOf('text', 'edited', {
    x: {
      keyframes: [
        { atSeconds: 1, value: 0 },
        { atSeconds: 1, value: 1 },
      ],
    },
  });
  const before = withItems([itemOf('text', 'edited'), still]);
  const faults = checkRules(withItems([wrong, still]), before);
  expect(faults.map(({ path }) => path)).toEqual(['tracks.0.items.0.x.keyframes.1.atSeconds']);
  expect(reads).toBe(0);
});

test('a moved item is checked for its new track, and against its new neighbors', () => {
  const [one, other] = [itemOf('text', 'one'), itemOf('text', 'other', { startSeconds: 5 })];
  expect(checkRules(withItems([one, other], 'sound'), withItems([one, other]))).toHaveLength(2);
  const near = { ...other, startSeconds: 1 };
  expect(checkRules(withItems([one, near]), withItems([one, other])).map(({ path }) => path)).toEqual([
    'tracks.0.items.1.startSeconds',
  ]);
});
