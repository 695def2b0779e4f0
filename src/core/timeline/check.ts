import { describeMissingTrack } from '../model/audio-tracks.ts';
import type { MediaKind } from '../model/media-kind.ts';
import type { Animatable, Item, TimelineDocument, Track } from './document.ts';
import { isBefore } from './frames.ts';
import { documentLimits } from './limits.ts';
import { animatedProperties } from './properties.ts';
import { getEnd, isAudible } from './schedule.ts';

/** An error in a document, with its path: `tracks.0.items.2.assetId`. */
export type Fault = { readonly path: string; readonly message: string };

/** Returns the kind of an asset; undefined if no asset has the id. */
export type FindAsset = (assetId: string) => MediaKind | undefined;

/** Returns the number of audio tracks of an asset; undefined if it is unknown. */
export type CountAudioTracks = (assetId: string) => number | undefined;

/**
 * Checks the rules of a document that its schema cannot express: ids are unique, items are on tracks of their kind and do not
 * overlap, keyframes are in order, references exist, and the document is within the limits. Returns an empty list if it is valid.
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

/** Checks the rules that an edit can break. Tracks of `before`, the document before the edit, are valid, and so are their items. */
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
  count > most ? [{ path, message: `has ${count} ${what}; the maximum is ${most}` }] : [];

function checkSize(document: TimelineDocument): Fault[] {
  const bytes = countUtf8(JSON.stringify(document));
  const message = `is ${bytes} bytes as JSON; the maximum for a canvas is ${documentLimits.bytes}`;
  return bytes > documentLimits.bytes ? [{ path: '', message }] : [];
}

/** Returns the number of bytes of a text in UTF-8: two for each half of a surrogate pair. */
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

/** Returns a function that returns whether it was called before with the same id. */
function createRepeated(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated;
  };
}

/** Checks a track. `held` are items that already passed the checks of single items on such a track. */
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
      return [{ path: at, message: `"${item.id}" ducks under the track "${track.id}", so it cannot be on that track` }];
    }
    return tracks.some(({ id }) => id === under) ? [] : [{ path: at, message: `no track has the id "${under}"` }];
  });
}

function checkOverlaps({ frameRate }: TimelineDocument, { items, name }: Track, path: string): Fault[] {
  const order = items.map((_, index) => index).toSorted((a, b) => getStart(items, a) - getStart(items, b));
  let latest: Item | undefined;
  return order.flatMap((index) => {
    const item = items[index];
    const before = latest;
    if (!item) {
      return [];
    }
    latest = before && getEnd(before) > getEnd(item) ? before : item;
    if (!before || !isBefore(item.startSeconds, getEnd(before), frameRate)) {
      return [];
    }
    const message = `"${item.id}" starts at ${toText(item.startSeconds)}, before "${before.id}" ends at ${toText(getEnd(before))} on the same track, "${name}"; move it after that, or to another track`;
    return [{ path: `${path}.items.${index}.startSeconds`, message }];
  });
}

const getStart = (items: readonly Item[], index: number): number => items[index]?.startSeconds ?? 0;

const toText = (seconds: number): string => `${Number(seconds.toFixed(3))} s`;

/** The tolerance for a duration that was snapped to frames and became shorter than its transition. */
const roundingSeconds = 1e-6;

function checkItem({ kind }: Track, item: Item, path: string): Fault[] {
  const faults: Fault[] = [];
  if ((item.type === 'sound') !== (kind === 'sound')) {
    const message =
      kind === 'sound' ? 'a sound track can contain only sound items' : 'sound items must be on sound tracks';
    faults.push({ path: `${path}.type`, message });
  }
  if (getEnd(item) > documentLimits.seconds) {
    const message = `the item ends after ${documentLimits.seconds} s, the maximum duration of a canvas`;
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
  const count = animated.reduce((sum, { value }) => sum + getKeyframes(value).length, 0);
  const message = `has ${count} keyframes; the maximum for an item is ${documentLimits.keyframesOfItem}`;
  const faults = count > documentLimits.keyframesOfItem ? [{ path, message }] : [];
  return [...faults, ...animated.flatMap(({ name, value }) => checkOrder(getKeyframes(value), `${path}.${name}`))];
}

type Keyframes = Extract<Animatable, object>['keyframes'];

const getKeyframes = (value: Animatable): Keyframes => (typeof value === 'number' ? [] : value.keyframes);

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
  if (item.type === 'text') {
    return check(item.fontAssetId, 'fontAssetId', ['font']);
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

/** The kinds of assets that an item may have. Items of the type `sound` can play the audio of a video. */
const kindsFor = { video: ['video'], picture: ['picture'], sound: ['sound', 'video'] } as const;

function checkAsset(assetId: string, path: string, kinds: readonly MediaKind[], findAsset: FindAsset): Fault[] {
  const kind = findAsset(assetId);
  if (kind === undefined) {
    return [{ path, message: `no material or result has the id "${assetId}"` }];
  }
  return kinds.includes(kind)
    ? []
    : [{ path, message: `must be of the kind ${kinds.join(' or ')}; "${assetId}" is of the kind ${kind}` }];
}
