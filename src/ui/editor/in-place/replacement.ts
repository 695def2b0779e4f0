import type { Item, ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { endOf } from '#core/timeline/schedule.ts';

type Video = ItemOf<'video'>;

/** A part of a file, in seconds of the file. */
export type SourceSpan = { readonly startSeconds: number; readonly endSeconds: number };

/** What of its file a clip shows, with what goes on behind its end while the next one comes in by a transition. */
export function sourceSpanOf(document: TimelineDocument, item: Video): SourceSpan {
  const track = document.tracks.find(({ items }) => items.some(({ id }) => id === item.id));
  const next = track?.items.find((one) => isSameTime(one.startSeconds, endOf(item), document.frameRate));
  const transition = next && next.type !== 'sound' ? next.transition : undefined;
  const seconds = item.durationSeconds + (transition?.durationSeconds ?? 0);
  return { startSeconds: item.sourceStartSeconds, endSeconds: item.sourceStartSeconds + seconds * item.speed };
}

/** How far a span may end before that of a clip and still hold it: less than a frame of any usual video. */
const toleranceSeconds = 0.05;

/** A part of a file that is cut out; null for its end is the end of the file. The cut-out's time 0 is the start of the part. */
export type Part = { readonly startSeconds: number; readonly endSeconds: number | null };

/** The part of a file that has to be cut out so that a span of it can be shown. */
export function toPart({ startSeconds, endSeconds }: SourceSpan, fileSeconds: number | null): Part {
  if (fileSeconds === null || endSeconds < fileSeconds - toleranceSeconds) {
    return { startSeconds, endSeconds };
  }
  // A clip that begins where its file ends shows the last picture.
  return { startSeconds: Math.min(startSeconds, Math.max(0, fileSeconds - toleranceSeconds)), endSeconds: null };
}

/** A part as a run takes it; undefined for all of the file. */
export function toTrim({ startSeconds, endSeconds }: Part, fileSeconds: number | null): SourceSpan | undefined {
  const end = endSeconds ?? fileSeconds;
  return end === null || (startSeconds === 0 && endSeconds === null) ? undefined : { startSeconds, endSeconds: end };
}

/** A cut-out that is to take the place of a clip: its file, and which part of the clip's own file it is made of. */
export type CutOut = {
  readonly assetId: string;
  /** The file that the clip had. */
  readonly sourceAssetId: string;
  readonly part: Part;
};

/** A clip that a cut-out is made for. `otherIds` are items that showed the same file when it was begun, and stay as they are. */
export type CutOutClip = { readonly itemId: string; readonly otherIds: readonly string[] };

/**
 * The edits that put a cut-out in the place of a clip, and how many of its parts show more than was cut out and stay; or the
 * sentence that says why none can be.
 */
export type Replacement = { readonly edits: readonly Edit[]; readonly left: number } | { readonly problem: string };

/** The clip may be several by now: split, or copied. Place, size, speed, sound and all else of each stay as they are. */
export function replaceByCutOut(document: TimelineDocument, clip: CutOutClip, cutOut: CutOut): Replacement {
  const parts = videosOf(document).filter(
    (item) =>
      isPartOf(item, clip, cutOut.sourceAssetId) &&
      // What shows nothing of the part comes of another clip that was split or copied meanwhile.
      (item.id === clip.itemId || meets(cutOut.part, sourceSpanOf(document, item))),
  );
  if (parts.length === 0) {
    const item = findVideo(document, clip.itemId);
    const what = item ? `${item.name} shows another file by now.` : 'The clip is not on the canvas any more.';
    return { problem: `${what} The cut-out is among the materials.` };
  }
  const held = parts.filter((item) => holds(cutOut.part, sourceSpanOf(document, item)));
  if (held.length === 0) {
    const name = parts[0]?.name ?? '';
    return { problem: `${name} was made longer, and the cut-out holds what it showed before. Cut it out again.` };
  }
  const edits = held.map((item): Edit => {
    const properties = {
      assetId: cutOut.assetId,
      sourceStartSeconds: Math.max(0, item.sourceStartSeconds - cutOut.part.startSeconds),
      role: 'cut-out',
      proxyAssetId: null,
      // The cut-out holds one track, made of the chosen one.
      ...(item.audioTrack !== undefined && { audioTrack: null }),
    };
    return { type: 'set', itemId: item.id, properties };
  });
  return { edits, left: parts.length - held.length };
}

/** Whether an item is the clip, or what has become of it since: the later part of a split, a copy. A backdrop is not. */
export const isPartOf = (item: Item, { itemId, otherIds }: CutOutClip, sourceAssetId: string): item is Video =>
  item.type === 'video' &&
  item.assetId === sourceAssetId &&
  (item.id === itemId || (item.role !== 'background' && !otherIds.includes(item.id)));

/** The other items that show the same file as a clip. */
export const othersOf = (document: TimelineDocument, { id, assetId }: Video): string[] =>
  videosOf(document).flatMap((item) => (item.assetId === assetId && item.id !== id ? [item.id] : []));

/** The video item with this id. */
export const findVideo = (document: TimelineDocument, itemId: string): Video | undefined =>
  videosOf(document).find(({ id }) => id === itemId);

const videosOf = ({ tracks }: TimelineDocument): Video[] =>
  tracks.flatMap(({ items }) => items).filter((item) => item.type === 'video');

/** Less than a frame, so that what begins where the part ends shows nothing of it. */
const roundingSeconds = 1e-3;

const meets = ({ startSeconds, endSeconds }: Part, span: SourceSpan): boolean =>
  span.startSeconds < (endSeconds ?? Infinity) - roundingSeconds && span.endSeconds > startSeconds + roundingSeconds;

const holds = ({ startSeconds, endSeconds }: Part, span: SourceSpan): boolean =>
  startSeconds <= span.startSeconds + toleranceSeconds &&
  (endSeconds ?? Infinity) >= span.endSeconds - toleranceSeconds;
