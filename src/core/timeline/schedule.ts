import { shorten } from '../shorten.ts';
import { frameAt, middleOfFrame } from './frames.ts';
import type { AudibleItem, Item, TimelineDocument, Track, VisualItem } from './document.ts';

/** When an item is over, in seconds of the canvas. */
export const endOf = ({ startSeconds, durationSeconds }: Item): number => startSeconds + durationSeconds;

/** How long a canvas is: the end of its last item. Computed, as it is not stored. */
export const durationOf = ({ tracks }: TimelineDocument): number =>
  tracks.reduce((longest, { items }) => items.reduce((end, item) => Math.max(end, endOf(item)), longest), 0);

/** The time at which the frame is evaluated that is shown at a time of the canvas: within the canvas, in the middle of a frame. */
export function toSceneTime(document: TimelineDocument, seconds: number): number {
  const { frameRate } = document;
  const last = Math.max(0, Math.ceil(durationOf(document) * frameRate - 1e-4) - 1);
  return middleOfFrame(Math.min(last, Math.max(0, frameAt(seconds, frameRate))), frameRate);
}

/** The items of a track in order of time. */
export const inOrder = (items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.startSeconds - other.startSeconds);

/** The track with this id. */
export const trackOf = ({ tracks }: TimelineDocument, trackId: string): Track | undefined =>
  tracks.find(({ id }) => id === trackId);

export const isVisual = (item: Item): item is VisualItem => item.type !== 'sound';

export const isAudible = (item: Item): item is AudibleItem => item.type === 'video' || item.type === 'sound';

/** Every file that the items of a document name, once: what they show and play, and what stands in for it. */
export function assetIdsOf({ tracks }: TimelineDocument): string[] {
  const ids = tracks.flatMap(({ items }) => items.flatMap(assetIdsOfItem));
  return [...new Set(ids)];
}

/**
 * The items that show or play a file, as a sentence names them: "Beach", "Beach" and "Dog", "Beach" and 3 more. Items of one name
 * count once, and long ones are shortened; a file that no item has goes by its id.
 */
export function nameUsersOf({ tracks }: TimelineDocument, assetId: string): string {
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
    ...('messages' in item ? item.messages.map(({ imageAssetId }) => imageAssetId) : []),
  ];
  return ids.filter((id) => id !== undefined);
}
