import type { Item, ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';

type Video = ItemOf<'video'>;

/** A time span of a file, in seconds of the file. */
export type SourceSpan = { readonly startSeconds: number; readonly endSeconds: number };

/**
 * Returns the time span of its file that a clip shows. It includes the part that plays beyond its end during the transition to
 * the next clip.
 */
export function getSourceSpan(document: TimelineDocument, item: Video): SourceSpan {
  const track = document.tracks.find(({ items }) => items.some(({ id }) => id === item.id));
  const next = track?.items.find((one) => isSameTime(one.startSeconds, getEnd(item), document.frameRate));
  const transition = next && next.type !== 'sound' ? next.transition : undefined;
  const seconds = item.durationSeconds + (transition?.durationSeconds ?? 0);
  return { startSeconds: item.sourceStartSeconds, endSeconds: item.sourceStartSeconds + seconds * item.speed };
}

/** The seconds by which a span may end before that of a clip and still contain it: less than a frame of any usual video. */
const toleranceSeconds = 0.05;

/**
 * The time span of a file that is cut out; an end of null is the end of the file. Time 0 of the cutout is the start of the span.
 */
export type Part = { readonly startSeconds: number; readonly endSeconds: number | null };

/** Returns the time span of a file that must be cut out to show a given span. */
export function toPart({ startSeconds, endSeconds }: SourceSpan, fileSeconds: number | null): Part {
  if (fileSeconds === null || endSeconds < fileSeconds - toleranceSeconds) {
    return { startSeconds, endSeconds };
  }
  // A clip that starts where its file ends shows the last frame.
  return { startSeconds: Math.min(startSeconds, Math.max(0, fileSeconds - toleranceSeconds)), endSeconds: null };
}

/** Converts a time span to the `trim` of a run; undefined for the whole file. */
export function toTrim({ startSeconds, endSeconds }: Part, fileSeconds: number | null): SourceSpan | undefined {
  const end = endSeconds ?? fileSeconds;
  return end === null || (startSeconds === 0 && endSeconds === null) ? undefined : { startSeconds, endSeconds: end };
}

/** A cutout that is to replace a clip: its file, and the time span of the clip's own file from which it was created. */
export type CutOut = {
  readonly assetId: string;
  /** The file that the clip had. */
  readonly sourceAssetId: string;
  readonly part: Part;
};

/**
 * A clip with a background removal. `otherIds` are items that showed the same file when the run started; they do not change.
 */
export type CutOutClip = { readonly itemId: string; readonly otherIds: readonly string[] };

/**
 * The edits that replace a clip with a cutout, and the number of its parts that show more than the cutout and stay. If no part
 * can be replaced, the sentence that explains why.
 */
export type Replacement = { readonly edits: readonly Edit[]; readonly left: number } | { readonly problem: string };

/**
 * Replaces a clip, which may have been split or copied meanwhile, with a cutout. Position, size, speed, audio and all other
 * properties stay.
 */
export function replaceByCutOut(document: TimelineDocument, clip: CutOutClip, cutOut: CutOut): Replacement {
  const parts = getVideos(document).filter(
    (item) =>
      isPartOf(item, clip, cutOut.sourceAssetId) &&
      // A part that shows nothing of the span belongs to another clip that was split or copied meanwhile.
      (item.id === clip.itemId || meets(cutOut.part, getSourceSpan(document, item))),
  );
  if (parts.length === 0) {
    const item = findVideo(document, clip.itemId);
    const what = item ? `${item.name} shows another file now.` : 'The clip is no longer on the canvas.';
    return { problem: `${what} The cutout is in your media.` };
  }
  const held = parts.filter((item) => holds(cutOut.part, getSourceSpan(document, item)));
  if (held.length === 0) {
    const name = parts[0]?.name ?? '';
    return { problem: `${name} was extended beyond the cutout. Remove its background again.` };
  }
  const edits = held.map((item): Edit => {
    const properties = {
      assetId: cutOut.assetId,
      sourceStartSeconds: Math.max(0, item.sourceStartSeconds - cutOut.part.startSeconds),
      role: 'cut-out',
      proxyAssetId: null,
      // The cutout contains one audio track, created from the chosen one.
      ...(item.audioTrack !== undefined && { audioTrack: null }),
    };
    return { type: 'set', itemId: item.id, properties };
  });
  return { edits, left: parts.length - held.length };
}

/** Returns whether an item is the clip or derived from it: the later part of a split, or a copy. A background is not. */
export const isPartOf = (item: Item, { itemId, otherIds }: CutOutClip, sourceAssetId: string): item is Video =>
  item.type === 'video' &&
  item.assetId === sourceAssetId &&
  (item.id === itemId || (item.role !== 'background' && !otherIds.includes(item.id)));

/** Returns the ids of the other items that show the same file as a clip. */
export const findOthers = (document: TimelineDocument, { id, assetId }: Video): string[] =>
  getVideos(document).flatMap((item) => (item.assetId === assetId && item.id !== id ? [item.id] : []));

/** Returns the video item with this id. */
export const findVideo = (document: TimelineDocument, itemId: string): Video | undefined =>
  getVideos(document).find(({ id }) => id === itemId);

const getVideos = ({ tracks }: TimelineDocument): Video[] =>
  tracks.flatMap(({ items }) => items).filter((item) => item.type === 'video');

/** Less than a frame, so that an item that starts at the end of the span does not overlap it. */
const roundingSeconds = 1e-3;

const meets = ({ startSeconds, endSeconds }: Part, span: SourceSpan): boolean =>
  span.startSeconds < (endSeconds ?? Infinity) - roundingSeconds && span.endSeconds > startSeconds + roundingSeconds;

const holds = ({ startSeconds, endSeconds }: Part, span: SourceSpan): boolean =>
  startSeconds <= span.startSeconds + toleranceSeconds &&
  (endSeconds ?? Infinity) >= span.endSeconds - toleranceSeconds;
