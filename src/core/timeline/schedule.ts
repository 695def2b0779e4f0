import { shorten } from '../lib/shorten.ts';
import { frameAt, middleOfFrame } from './frames.ts';
import type { AudibleItem, Item, TimelineDocument, Track, VisualItem } from './document.ts';

/** Returns the end of an item, in seconds of the canvas. */
export const getEnd = ({ startSeconds, durationSeconds }: Item): number => startSeconds + durationSeconds;

/** Returns the duration of a canvas: the end of its last item. It is computed because it is not stored. */
export const getDocumentSeconds = ({ tracks }: TimelineDocument): number =>
  tracks.reduce((longest, { items }) => items.reduce((end, item) => Math.max(end, getEnd(item)), longest), 0);

/** Returns the time at which the frame at a time of the canvas is evaluated: within the canvas, in the middle of a frame. */
export function toSceneTime(document: TimelineDocument, seconds: number): number {
  const { frameRate } = document;
  const last = Math.max(0, Math.ceil(getDocumentSeconds(document) * frameRate - 1e-4) - 1);
  return middleOfFrame(Math.min(last, Math.max(0, frameAt(seconds, frameRate))), frameRate);
}

/** Returns the items of a track in order of time. */
export const inOrder = (items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.startSeconds - other.startSeconds);

/** Finds the track with this id. */
export const getTrack = ({ tracks }: TimelineDocument, trackId: string): Track | undefined =>
  tracks.find(({ id }) => id === trackId);

export const isVisual = (item: Item): item is VisualItem => item.type !== 'sound';

export const isAudible = (item: Item): item is AudibleItem => item.type === 'video' || item.type === 'sound';

/** Returns the ids of all files that the items of a document name, without duplicates, including proxies. */
export function getAssetIds({ tracks }: TimelineDocument): string[] {
  const ids = tracks.flatMap(({ items }) => items.flatMap(assetIdsOfItem));
  return [...new Set(ids)];
}

/**
 * Names the items that use a file: "Beach", "Beach" and "Dog", "Beach" and 3 more. Items with the same name count once, and long
 * names are shortened. Returns the id for a file that no item uses.
 */
export function nameUsers({ tracks }: TimelineDocument, assetId: string): string {
  const users = tracks.flatMap(({ items }) => items.filter((item) => assetIdsOfItem(item).includes(assetId)));
  const [first = assetId, second, ...others] = new Set(users.map(({ id, name }) => shorten(name.trim() || id)));
  if (second === undefined) {
    return `"${first}"`;
  }
  return others.length === 0 ? `"${first}" and "${second}"` : `"${first}" and ${others.length + 1} more`;
}

function assetIdsOfItem(item: Item): string[] {
  const ids = [
    'assetId' in item ? item.assetId : undefined,
    'proxyAssetId' in item ? item.proxyAssetId : undefined,
    'fontAssetId' in item ? item.fontAssetId : undefined,
    ...('messages' in item ? item.messages.map(({ imageAssetId }) => imageAssetId) : []),
  ];
  return ids.filter((id) => id !== undefined);
}
