import type { ItemOf, NewItem, TimelineDocument, Track } from '#core/timeline/document.ts';
import { newItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/** An image or video file that fills the canvas, with its size in pixels; null if unknown. */
type Filling = { readonly assetId: string; readonly width: number | null; readonly height: number | null };

/**
 * The background behind a clip. `blur` is another clip, out of focus, which shows `sourceSeconds` of its file when the clip
 * starts.
 */
export type Backdrop =
  | { readonly kind: 'none' }
  | { readonly kind: 'color'; readonly color: string }
  | { readonly kind: 'picture'; readonly picture: Filling }
  | { readonly kind: 'blur'; readonly source: Filling & { readonly sourceSeconds: number; readonly speed: number } };

type Video = ItemOf<'video'>;
type Placed = { readonly id: string; readonly startSeconds: number; readonly durationSeconds: number };
type Found = { readonly track: Track; readonly item: Track['items'][number] };

/** Returns the background of a clip: the item with that role below it that overlaps it in time. */
export function findBackdrop(document: TimelineDocument, clip: Video): Found | undefined {
  const isOfTime = (item: Found['item']): boolean =>
    isBefore(item.startSeconds, getEnd(clip), document.frameRate) &&
    isBefore(clip.startSeconds, getEnd(item), document.frameRate);
  return document.tracks
    .slice(0, getTrackIndex(document, clip))
    .toReversed()
    .flatMap((track) => track.items.map((item) => ({ track, item })))
    .find(({ item }) => item.role === 'background' && isOfTime(item));
}

const getTrackIndex = ({ tracks }: TimelineDocument, clip: Video): number =>
  tracks.findIndex(({ items }) => items.some(({ id }) => id === clip.id));

/**
 * Returns the edits that put a background behind a clip. They replace the current one, or add a track with an item as long as
 * the clip.
 */
export function setBackdrop(document: TimelineDocument, clip: Video, backdrop: Backdrop): Edit[] {
  const found = findBackdrop(document, clip);
  if (backdrop.kind === 'none') {
    return found ? removeBackdrop(found) : [];
  }
  if (found) {
    const { id, startSeconds, durationSeconds } = found.item;
    const item = toItem(document, clip, backdrop, { id, startSeconds, durationSeconds });
    return [{ type: 'replace-item', itemId: id, item }];
  }
  const track = { id: uniqueId('track'), name: 'Background', kind: 'visual' } as const;
  const { startSeconds, durationSeconds } = clip;
  const placed = { id: uniqueId('background'), startSeconds, durationSeconds };
  return [
    { type: 'add-track', track, index: Math.max(0, getTrackIndex(document, clip)) },
    { type: 'add-item', trackId: track.id, item: toItem(document, clip, backdrop, placed) },
  ];
}

const removeBackdrop = ({ track, item }: Found): Edit[] =>
  track.items.length === 1 ? [{ type: 'remove-track', trackId: track.id }] : [{ type: 'remove-item', itemId: item.id }];

function toItem(
  document: TimelineDocument,
  clip: Video,
  backdrop: Exclude<Backdrop, { kind: 'none' }>,
  placed: Placed,
): NewItem {
  const common = { ...placed, name: 'Background', role: 'background' };
  switch (backdrop.kind) {
    case 'color':
      return newItem.parse({
        ...common,
        ...cover(document, document),
        type: 'shape',
        shape: 'rectangle',
        fill: backdrop.color,
      });
    case 'picture':
      return newItem.parse({
        ...common,
        ...cover(document, backdrop.picture),
        type: 'picture',
        assetId: backdrop.picture.assetId,
      });
    case 'blur':
    default:
      return toBlur(document, clip, backdrop.source, common);
  }
}

/** The share by which the image extends beyond the canvas, because the blur also samples beyond the edges. */
const edgeShare = 0.12;

function toBlur(
  document: TimelineDocument,
  clip: Video,
  { assetId, sourceSeconds, speed, ...size }: Extract<Backdrop, { kind: 'blur' }>['source'],
  common: Placed & { readonly name: string; readonly role: string },
): NewItem {
  const early = common.startSeconds - clip.startSeconds;
  const box = cover(document, size);
  return newItem.parse({
    ...common,
    ...box,
    width: box.width * (1 + edgeShare),
    height: box.height * (1 + edgeShare),
    type: 'video',
    assetId,
    sourceStartSeconds: Math.max(0, sourceSeconds + early * speed),
    speed,
    isMuted: true,
    blurPx: Math.round(Math.min(document.width, document.height) / 36),
  });
}

/** Returns the box of an image that covers the canvas, centered. */
function cover(canvas: TimelineDocument, { width, height }: Pick<Filling, 'width' | 'height'>) {
  const own = { width: width ?? canvas.width, height: height ?? canvas.height };
  const scale = Math.max(canvas.width / own.width, canvas.height / own.height);
  return { x: canvas.width / 2, y: canvas.height / 2, width: own.width * scale, height: own.height * scale };
}
