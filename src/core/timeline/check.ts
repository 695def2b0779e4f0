import { describeMissingTrack } from '../audio-tracks.ts';
import type { MediaKind } from '../media-kind.ts';
import type { Animatable, Item, TimelineDocument, Track } from './document.ts';
import { isBefore } from './frames.ts';
import { documentLimits } from './limits.ts';
import { animatedProperties } from './properties.ts';
import { endOf, isAudible } from './schedule.ts';

/** What is wrong with a document, and where: `tracks.0.items.2.assetId`. */
export type Fault = { readonly path: string; readonly message: string };

/** What kind of file an asset is; undefined where there is none of this id. */
export type FindAsset = (assetId: string) => MediaKind | undefined;

/** How many audio tracks an asset has; undefined where that is not known. */
export type CountAudioTracks = (assetId: string) => number | undefined;

/**
 * The rules of a document that its schema cannot say; empty where all hold: ids are unique, items lie on tracks of their kind
 * and do not overlap, keyframes rise, what is named is there, and the whole is within the limits.
 */
export function checkDocument(
  document: TimelineDocument,
  findAsset?: FindAsset,
  countAudioTracks: CountAudioTracks = () => undefined,
): Fault[] {
  return [
    ...checkSize(document),
    ...checkRules(document),
    ...(findAsset ? everyItem(document, (item, path) => checkAssets(item, path, findAsset)) : []),
    ...everyItem(document, (item, path) => checkAudioTrack(item, path, countAudioTracks)),
  ];
}

/** The rules that an edit can break. Tracks of `before`, the document that was edited, hold them already, and so do their items. */
export function checkRules(document: TimelineDocument, before?: TimelineDocument): Fault[] {
  const { tracks, markers } = document;
  const known = new Set(before?.tracks);
  const items = tracks.reduce((sum, track) => sum + track.items.length, 0);
  return [
    ...checkCount('tracks', items, documentLimits.items, 'items'),
    ...checkCount('tracks', tracks.length, documentLimits.tracks, 'tracks'),
    ...checkCount('markers', markers.length, documentLimits.markers, 'markers'),
    ...checkIds(tracks, 'track', 'tracks'),
    ...checkIds(markers, 'marker', 'markers'),
    ...checkItemIds(document),
    ...tracks.flatMap((track, index) => {
      const path = `tracks.${index}`;
      const held = before?.tracks.find(({ id, kind }) => id === track.id && kind === track.kind);
      return known.has(track) ? checkDucking(document, track, path) : checkTrack(document, track, path, held?.items);
    }),
  ];
}

const checkCount = (path: string, count: number, most: number, what: string): Fault[] =>
  count > most ? [{ path, message: `holds ${count} ${what}; at most ${most} fit into a canvas` }] : [];

function checkSize(document: TimelineDocument): Fault[] {
  const bytes = countUtf8(JSON.stringify(document));
  const message = `is ${bytes} bytes as JSON; at most ${documentLimits.bytes} fit into a canvas`;
  return bytes > documentLimits.bytes ? [{ path: '', message }] : [];
}

/** Bytes of a text as UTF-8: two for each half of a surrogate pair. */
function countUtf8(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

const everyItem = (document: TimelineDocument, check: (item: Item, path: string) => Fault[]): Fault[] =>
  document.tracks.flatMap(({ items }, track) =>
    items.flatMap((item, index) => check(item, `tracks.${track}.items.${index}`)),
  );

function checkIds(those: readonly { readonly id: string }[], kind: string, path: string): Fault[] {
  const isRepeated = createRepeated();
  return those.flatMap(({ id }, index) =>
    isRepeated(id) ? [{ path: `${path}.${index}.id`, message: `another ${kind} has the id "${id}" already` }] : [],
  );
}

function checkItemIds({ tracks }: TimelineDocument): Fault[] {
  const isRepeated = createRepeated();
  return tracks.flatMap(({ items }, track) =>
    items.flatMap(({ id }, index) => {
      const message = `another item has the id "${id}" already`;
      return isRepeated(id) ? [{ path: `tracks.${track}.items.${index}.id`, message }] : [];
    }),
  );
}

/** Tells of each id whether it was asked about before. */
function createRepeated(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated;
  };
}

/** `held` are items that hold the rules of single ones on such a track. */
function checkTrack(document: TimelineDocument, track: Track, path: string, held: readonly Item[] = []): Fault[] {
  const known = new Set(held);
  return [
    ...checkDucking(document, track, path),
    ...track.items.flatMap((item, index) => (known.has(item) ? [] : checkItem(track, item, `${path}.items.${index}`))),
    ...checkOverlaps(document, track, path),
  ];
}

function checkDucking({ tracks }: TimelineDocument, track: Track, path: string): Fault[] {
  return track.items.flatMap((item, index) => {
    const under = 'ducksUnder' in item ? item.ducksUnder : undefined;
    if (under === undefined) {
      return [];
    }
    const at = `${path}.items.${index}.ducksUnder`;
    if (under === track.id) {
      return [{ path: at, message: `"${item.id}" ducks under the track "${track.id}", so that it cannot lie on it` }];
    }
    return tracks.some(({ id }) => id === under) ? [] : [{ path: at, message: `no track has the id "${under}"` }];
  });
}

function checkOverlaps({ frameRate }: TimelineDocument, { items, name }: Track, path: string): Fault[] {
  const order = items.map((_, index) => index).toSorted((a, b) => startOf(items, a) - startOf(items, b));
  let latest: Item | undefined;
  return order.flatMap((index) => {
    const item = items[index];
    const before = latest;
    if (!item) {
      return [];
    }
    latest = before && endOf(before) > endOf(item) ? before : item;
    if (!before || !isBefore(item.startSeconds, endOf(before), frameRate)) {
      return [];
    }
    const message = `"${item.id}" begins at ${toText(item.startSeconds)}, before "${before.id}" ends at ${toText(endOf(before))} on the same track, "${name}"; move it behind that, or to another track`;
    return [{ path: `${path}.items.${index}.startSeconds`, message }];
  });
}

const startOf = (items: readonly Item[], index: number): number => items[index]?.startSeconds ?? 0;

const toText = (seconds: number): string => `${Number(seconds.toFixed(3))} s`;

/** A length that was put onto frames may come out shorter by so much than the transition that fills it. */
const roundingSeconds = 1e-6;

function checkItem({ kind }: Track, item: Item, path: string): Fault[] {
  const faults: Fault[] = [];
  if ((item.type === 'sound') !== (kind === 'sound')) {
    const message =
      kind === 'sound' ? 'a track of sound holds sound items alone' : 'sound items lie on tracks of sound';
    faults.push({ path: `${path}.type`, message });
  }
  if (endOf(item) > documentLimits.seconds) {
    const message = `the item ends after ${documentLimits.seconds} s, where every canvas ends`;
    faults.push({ path: `${path}.durationSeconds`, message });
  }
  const transition = item.type === 'sound' ? undefined : item.transition;
  if (transition && transition.durationSeconds > item.durationSeconds + roundingSeconds) {
    const message = 'must not be longer than its item';
    faults.push({ path: `${path}.transition.durationSeconds`, message });
  }
  if (item.type === 'bubbles') {
    faults.push(...checkIds(item.messages, 'message', `${path}.messages`));
  }
  return [...faults, ...checkKeyframes(item, path)];
}

function checkKeyframes(item: Item, path: string): Fault[] {
  const animated = animatedProperties(item);
  const count = animated.reduce((sum, { value }) => sum + keyframesOf(value).length, 0);
  const message = `has ${count} keyframes; at most ${documentLimits.keyframesOfItem} fit into an item`;
  const faults = count > documentLimits.keyframesOfItem ? [{ path, message }] : [];
  return [...faults, ...animated.flatMap(({ name, value }) => checkOrder(keyframesOf(value), `${path}.${name}`))];
}

type Keyframes = Extract<Animatable, object>['keyframes'];

const keyframesOf = (value: Animatable): Keyframes => (typeof value === 'number' ? [] : value.keyframes);

const checkOrder = (keyframes: Keyframes, path: string): Fault[] =>
  keyframes.flatMap(({ atSeconds }, index) =>
    atSeconds <= (keyframes[index - 1]?.atSeconds ?? -Infinity)
      ? [{ path: `${path}.keyframes.${index}.atSeconds`, message: 'must be later than the keyframe before it' }]
      : [],
  );

function checkAssets(item: Item, path: string, findAsset: FindAsset): Fault[] {
  const check = (assetId: string | undefined, at: string, kinds: readonly MediaKind[]): Fault[] =>
    assetId === undefined ? [] : checkAsset(assetId, `${path}.${at}`, kinds, findAsset);
  if (item.type === 'bubbles') {
    return item.messages.flatMap(({ imageAssetId }, index) =>
      check(imageAssetId, `messages.${index}.imageAssetId`, ['picture']),
    );
  }
  if (!('assetId' in item)) {
    return [];
  }
  const proxy = item.type === 'video' ? check(item.proxyAssetId, 'proxyAssetId', ['video']) : [];
  return [...check(item.assetId, 'assetId', kindsFor[item.type]), ...proxy];
}

function checkAudioTrack(item: Item, path: string, countAudioTracks: CountAudioTracks): Fault[] {
  if (!isAudible(item) || item.audioTrack === undefined) {
    return [];
  }
  const count = countAudioTracks(item.assetId);
  const isMissing = count !== undefined && item.audioTrack >= count;
  return isMissing ? [{ path: `${path}.audioTrack`, message: describeMissingTrack(item.audioTrack, count) }] : [];
}

/** The sound of a video may be an item by itself. */
const kindsFor = { video: ['video'], picture: ['picture'], sound: ['sound', 'video'] } as const;

function checkAsset(assetId: string, path: string, kinds: readonly MediaKind[], findAsset: FindAsset): Fault[] {
  const kind = findAsset(assetId);
  if (kind === undefined) {
    return [{ path, message: `no material and no result has the id "${assetId}"` }];
  }
  return kinds.includes(kind)
    ? []
    : [{ path, message: `must be a ${kinds.join(' or a ')}; "${assetId}" is a ${kind}` }];
}
