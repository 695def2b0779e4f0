import * as fc from 'fast-check';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { easingIds } from '#core/timeline/easing.ts';
import { editSchema, type Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from './timeline.ts';

/** Valid documents on the frames of 30 frames/s, and edits of them, as fast-check generates them. */

const rate = 30;
const frames = (least: number, most: number) => fc.integer({ min: least, max: most });

const randomItem = fc.record({
  type: fc.constantFrom('video' as const, 'picture' as const, 'text' as const, 'bubbles' as const, 'shape' as const),
  gap: fc.oneof(fc.constant(0), frames(0, 20)),
  length: frames(1, 60),
  sourceStart: frames(0, 100),
  speed: fc.constantFrom(0.5, 1, 1, 2, 1.37),
  keyframes: fc.uniqueArray(frames(-30, 90), { maxLength: 4 }),
  fades: fc.tuple(fc.constantFrom(0, 0.2), fc.constantFrom(0, 0.3)),
  transition: fc.option(frames(1, 60), { nil: undefined }),
  groupId: fc.constantFrom(undefined, undefined, 'group-1'),
  isLocked: fc.constantFrom(false, false, false, false, true),
});
type RandomItem = typeof randomItem extends fc.Arbitrary<infer T> ? T : never;

const randomTrack = fc.record({
  items: fc.array(randomItem, { maxLength: 6 }),
  isSound: fc.constantFrom(false, false, true),
  isLocked: fc.constantFrom(false, false, false, false, false, true),
  ducks: fc.boolean(),
});

/** A document of up to four tracks, with an item of every kind sooner or later. */
export const randomDocument = fc.array(randomTrack, { minLength: 1, maxLength: 4 }).map((tracks) =>
  makeTimeline(
    tracks.map(({ items, isSound, isLocked, ducks }, track) => {
      let frame = 0;
      return {
        kind: isSound ? ('sound' as const) : ('visual' as const),
        isLocked,
        items: items.map((item, index) => {
          const start = frame + item.gap;
          frame = start + item.length;
          const ducksUnder = ducks && track > 0 ? 'track-1' : undefined;
          return toItem(item, { id: `item-${track}-${index}`, start, isSound, ducksUnder });
        }),
      };
    }),
    { markers: [{ id: 'marker-1', atSeconds: 1, label: 'Here' }] },
  ),
);

/**
 * Frame rates of film and television, whose frames do not last a round number of seconds, and the minimum and the maximum.
 */
const oddRates = [24_000 / 1001, 23.976, 30_000 / 1001, 29.97, 60_000 / 1001, 59.94, 25, 12.5, 1, 240];

/** Like `randomDocument`, on the frames of any frame rate. */
export const randomDocumentOfAnyRate = fc
  .tuple(randomDocument, fc.constantFrom(...oddRates))
  .map(([document, frameRate]) => ({ ...withTimes(document, rate / frameRate), frameRate }));

/** Multiplies the times of a value. */
function withTimes<T>(value: T, by: number): T {
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      typeof part === 'number' && name.endsWith('Seconds') ? part * by : part,
    ),
  ) as T;
}

function toItem(
  item: RandomItem,
  at: { id: string; start: number; isSound: boolean; ducksUnder: string | undefined },
): TimelineDocument['tracks'][number]['items'][number] {
  const keyframes = item.keyframes
    .toSorted((one, other) => one - other)
    .map((frame, index) => ({ atSeconds: frame / rate, value: (index * 37) % 100, easing: 'linear' as const }));
  const animated = keyframes.length > 0 ? { keyframes } : 50;
  const base = {
    startSeconds: at.start / rate,
    durationSeconds: item.length / rate,
    isLocked: item.isLocked,
    fadeInSeconds: item.fades[0],
    fadeOutSeconds: item.fades[1],
    ...(item.groupId !== undefined && { groupId: item.groupId }),
  };
  const loudness = keyframes.map((one, index) => ({
    ...one,
    value: one.value / 50,
    easing: easingIds[index] ?? 'linear',
  }));
  const volume = loudness.length > 0 ? { keyframes: loudness } : 1;
  const source = { sourceStartSeconds: item.sourceStart / rate, speed: item.speed, volume };
  const ducks = at.ducksUnder === undefined ? {} : { ducksUnder: at.ducksUnder };
  if (at.isSound) {
    return makeItem('sound', at.id, { ...base, ...source, ...ducks });
  }
  const transition = item.transition !== undefined && {
    transition: { type: 'dissolve' as const, durationSeconds: Math.min(item.transition, item.length) / rate },
  };
  const visual = { ...base, x: animated, ...transition };
  const fade = { type: 'fade' as const, durationSeconds: 0.2 };
  const message = { id: 'message', from: 'me' as const, text: 'Hello', atSeconds: 0.4 };
  const visuals = {
    video: () => makeItem('video', at.id, { ...visual, ...source, ...ducks }),
    picture: () => makeItem('picture', at.id, visual),
    text: () => makeItem('text', at.id, { ...visual, entrance: fade, exit: fade }),
    bubbles: () => makeItem('bubbles', at.id, { ...visual, messages: [message] }),
    shape: () => makeItem('shape', at.id, visual),
  };
  return visuals[item.type]();
}

/** The ingredients of an edit, before the items of the document are known. */
const randomEdit = fc.record({
  kind: fc.nat(28),
  picks: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
  // Not on frames: edits have to snap.
  seconds: frames(0, 8000).map((milliseconds) => milliseconds / 1000),
  isEnd: fc.boolean(),
  isAll: fc.boolean(),
});
type RandomEdit = typeof randomEdit extends fc.Arbitrary<infer T> ? T : never;
export const randomEdits = fc.array(randomEdit, { minLength: 1, maxLength: 25, size: 'max' });

/** Returns the edit of a document that the numbers represent; its ids mostly exist. */
export function toEdit(document: TimelineDocument, { kind, picks, seconds, isEnd, isAll }: RandomEdit): Edit {
  const items = document.tracks.flatMap((track) => track.items);
  const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % Math.max(1, all.length)];
  const picked = pick(items, picks[0]);
  const itemId = picked?.id ?? 'nobody';
  // Mostly within the item.
  const atSeconds = picked ? Math.max(0, picked.startSeconds + picked.durationSeconds * (seconds / 6 - 0.1)) : seconds;
  const trackId = pick(document.tracks, picks[1])?.id ?? 'nowhere';
  const markerId = pick(document.markers, picks[2])?.id ?? 'none';
  const edge = isEnd ? 'end' : 'start';
  const tracks = isAll ? 'all' : pick(['this', 'connected'], picks[2]);
  const fit = pick(['exact', 'insert'], picks[2]);
  const item = {
    type: 'text',
    name: 'New',
    startSeconds: seconds,
    durationSeconds: 0.7,
    x: 1,
    y: 1,
    width: 1,
    height: 1,
    text: 'New',
  };
  const all = [
    { type: 'add-item', trackId, item, fit, tracks },
    { type: 'remove-item', itemId },
    { type: 'replace-item', itemId, item },
    { type: 'move', itemId, startSeconds: seconds, ...(isAll && { trackId }) },
    {
      type: 'move-items',
      moves: [
        { itemId, startSeconds: seconds, ...(isAll && { trackId }) },
        { itemId: pick(items, picks[2])?.id ?? 'nobody', startSeconds: seconds + 3 },
      ],
      fit,
      ...(isEnd && { magneticTrackId: pick(document.tracks, picks[2])?.id }),
    },
    { type: 'duplicate', itemId, ...(isAll && { startSeconds: seconds, trackId }), fit, tracks },
    { type: 'trim', itemId, edge, atSeconds },
    { type: 'split', itemId, atSeconds },
    { type: 'join', itemId },
    { type: 'roll', itemId, atSeconds },
    { type: 'slip', itemId, sourceStartSeconds: seconds },
    { type: 'ripple-delete', itemId, tracks },
    { type: 'ripple-trim', itemId, edge, atSeconds, tracks },
    { type: 'set', itemId, properties: isAll ? { startSeconds: seconds } : { isLocked: isEnd } },
    { type: 'set', itemId, properties: isAll ? { opacity: 0.5, groupId: null } : { fadeInSeconds: seconds } },
    { type: 'set-keyframe', itemId, property: isAll ? 'x' : 'volume', atSeconds: seconds, value: isEnd ? 3 : 400 },
    { type: 'remove-keyframe', itemId, property: 'x', atSeconds: isAll ? getKeyframe(picked) : seconds },
    { type: 'group', itemIds: [itemId, pick(items, picks[1])?.id ?? 'nobody'] },
    { type: 'ungroup', groupId: 'group-1' },
    {
      type: 'add-track',
      track: { name: 'New', kind: isEnd ? 'visual' : 'sound' },
      ...(isAll && { index: picks[1] % 4 }),
    },
    { type: 'remove-track', trackId },
    { type: 'move-track', trackId, index: picks[0] % 4 },
    { type: 'set-track', trackId, isLocked: isEnd, name: 'Renamed' },
    { type: 'add-marker', atSeconds: seconds, label: 'New' },
    { type: 'set-marker', markerId, atSeconds: seconds },
    { type: 'remove-marker', markerId },
    { type: 'set-canvas', ...(isAll ? { frameRate: isEnd ? 25 : 60 } : { title: 'New', width: 320 }) },
    { type: 'close-gap', trackId, atSeconds: seconds, tracks },
    { type: 'set-speed', itemId, speed: isEnd ? 2 : 0.7, fit: pick(['ripple', 'keep', 'shorten'], picks[1]), tracks },
  ];
  return editSchema.parse(pick(all, kind));
}

/** Returns the time of the first keyframe of `x`. */
const getKeyframe = (item: TimelineDocument['tracks'][number]['items'][number] | undefined): number =>
  item && 'x' in item && typeof item.x !== 'number' ? (item.x.keyframes[0]?.atSeconds ?? 0) : 0;
