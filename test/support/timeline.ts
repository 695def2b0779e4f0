import * as z from 'zod';
import { timelineDocument, timelineItem, type Item, type TimelineDocument } from '#core/timeline/document.ts';

type Written = z.input<typeof timelineItem>;
type Fields<T extends Written['type']> = Partial<Extract<Written, { type: T }>>;

const base = { name: 'An item', startSeconds: 0, durationSeconds: 2 };
const whole = { x: 320, y: 180, width: 640, height: 360 };
/** The required fields of a kind of item, for a canvas of 640x360. */
const least: { [T in Written['type']]: Fields<T> } = {
  video: { ...base, ...whole, assetId: 'asset_video', sourceStartSeconds: 0 },
  picture: { ...base, ...whole, assetId: 'asset_picture' },
  text: { ...base, ...whole, text: 'Hello' },
  bubbles: { ...base, ...whole, messages: [] },
  shape: { ...base, ...whole, shape: 'rectangle' },
  sound: { ...base, assetId: 'asset_sound', sourceStartSeconds: 0 },
};

/** Creates an item of a kind, by default 2 s long and over the whole canvas. */
export const makeItem = <T extends Written['type']>(type: T, id: string, fields: Fields<T> = {}): Item =>
  timelineItem.parse({ ...least[type], id, type, ...fields });

type WrittenTrack = { readonly items: readonly Item[]; readonly id?: string } & Partial<
  Omit<TimelineDocument['tracks'][number], 'items' | 'id'>
>;

/** Creates a canvas of 640x360 at 30 frames/s; tracks are named track-1, track-2 from the bottom. */
export const makeTimeline = (
  tracks: readonly WrittenTrack[],
  fields: Partial<TimelineDocument> = {},
): TimelineDocument =>
  timelineDocument.parse({
    version: 2,
    title: 'A canvas',
    width: 640,
    height: 360,
    frameRate: 30,
    background: { type: 'transparent' },
    tracks: tracks.map((track, index) => ({
      id: `track-${index + 1}`,
      name: `Track ${index + 1}`,
      kind: track.items.every(({ type }) => type === 'sound') && track.items.length > 0 ? 'sound' : 'visual',
      ...track,
    })),
    ...fields,
  });

/** Replaces the random ids with `text-1`, `text-2` and so on, in order. */
export function withCountedIds<T>(value: T): T {
  const text = JSON.stringify(value);
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const counted = text.replace(/\b([a-z]+)-[0-9a-z]{8}\b/g, (id: string, prefix: string) => {
    let number = counts.get(prefix) ?? 1;
    while (!known.has(id) && new RegExp(`\\b${prefix}-${number}\\b`).test(text)) {
      number += 1;
    }
    const name = known.get(id) ?? `${prefix}-${number}`;
    if (!known.has(id)) {
      known.set(id, name);
      counts.set(prefix, number + 1);
    }
    return name;
  });
  return JSON.parse(counted) as T;
}
