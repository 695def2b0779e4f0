import { Failure } from '#core/lib/failure.ts';
import type { ClipKind } from '#core/model/media-kind.ts';
import { fitWhole, pictureSeconds } from '#core/timeline/assemble.ts';
import { newItem, type NewItem, type TimelineDocument, type Track } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { isBefore, snapToFrame } from '#core/timeline/frames.ts';
import { getEnd, getTrack } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import type { SourceSpan } from '../source/source-marks.ts';
import { nearestCut } from '../timeline/main-track.ts';
import { newTracks } from '../timeline/new-tracks.ts';

/** A file that can be added to the timeline. Sizes are in pixels, times in seconds; null if the file does not have them. */
export type Clip = {
  readonly assetId: string;
  readonly name: string;
  readonly kind: ClipKind;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** The part of a video or audio file that is added; absent for the whole file. */
  readonly sourceSpan?: SourceSpan;
};

/** Returns the duration that a clip has on the timeline, in seconds. */
export function getClipSeconds({
  kind,
  durationSeconds,
  sourceSpan,
}: Pick<Clip, 'kind' | 'durationSeconds' | 'sourceSpan'>): number {
  if (kind === 'picture') {
    return pictureSeconds;
  }
  return sourceSpan ? sourceSpan.endSeconds - sourceSpan.startSeconds : (durationSeconds ?? pictureSeconds);
}

/** The requested position of a clip, in seconds of the canvas; without a track, a suitable one is chosen. */
export type Place = {
  readonly trackId?: string | undefined;
  readonly atSeconds: number;
  /** Adds a track of its kind on this side of the others. */
  readonly newTrack?: 'above' | 'below' | undefined;
};

/** The edits that add clips to the timeline, and the ids of their items. */
export type Placing = { readonly edits: readonly Edit[]; readonly itemIds: readonly string[] };

/**
 * Places clips one after the other, from the requested time on. Each goes to a track of its kind with space: the requested one,
 * else the topmost with such items, else a new one. Images last 5 seconds; videos and images are fitted completely into the
 * canvas. `toMainTrack` returns the magnetic track of a document: videos and images are inserted there unless another track is
 * requested. Without it, no track is magnetic.
 */
export function placeClips(
  document: TimelineDocument,
  clips: readonly Clip[],
  place: Place,
  toMainTrack: ToMainTrack | null = null,
): Placing {
  const placed = { document, edits: [] as readonly Edit[], itemIds: [] as readonly string[], next: place };
  return clips.reduce((before, clip) => {
    const { edits, itemId, next } = placeClip(before.document, clip, before.next, toMainTrack);
    return {
      document: tryEdits(before.document, edits),
      edits: [...before.edits, ...edits],
      itemIds: [...before.itemIds, itemId],
      next,
    };
  }, placed);
}

type ToMainTrack = (document: TimelineDocument) => Track | null;

function placeClip(document: TimelineDocument, clip: Clip, place: Place, toMainTrack: ToMainTrack | null) {
  const startSeconds = snapToFrame(Math.max(0, place.atSeconds), document.frameRate);
  const durationSeconds = getClipSeconds(clip);
  const span = { startSeconds, durationSeconds };
  const wanted = place.trackId === undefined ? undefined : getTrack(document, place.trackId);
  const main = clip.kind === 'sound' || place.newTrack ? null : (toMainTrack?.(document) ?? null);
  const itemId = uniqueId(clip.kind);
  if (main && !main.isLocked && (!wanted || wanted === main || wanted.kind === 'sound')) {
    const at = nearestCut(main, startSeconds);
    const inserted = toItem(document, clip, { id: itemId, startSeconds: at, durationSeconds });
    const edits: Edit[] = [{ type: 'add-item', trackId: main.id, item: inserted, fit: 'insert', tracks: 'connected' }];
    return { edits, itemId, next: { trackId: main.id, atSeconds: at + durationSeconds } };
  }
  const { trackId, added } = place.newTrack
    ? toTrackBeyond(document, clip.kind, place.newTrack)
    : findRoom(document, clip.kind, span, wanted);
  const item = toItem(document, clip, { id: itemId, ...span });
  const edits: Edit[] = [...added, { type: 'add-item', trackId, item }];
  return { edits, itemId, next: { trackId, atSeconds: startSeconds + durationSeconds } };
}

/**
 * Returns a track with space for a clip of a kind, the requested one if possible. Without such a track, the result has the edit
 * that adds one.
 */
export function findRoom(
  document: TimelineDocument,
  kind: ClipKind,
  span: Span,
  wanted?: Track,
): { readonly trackId: string; readonly added: readonly Edit[] } {
  const track = wanted && takes(document, wanted, kind, span) ? wanted : findTrack(document, kind, span, wanted);
  if (track) {
    return { trackId: track.id, added: [] };
  }
  const added = toNewTrack(document, kind, wanted);
  return { trackId: added.track.id, added: [added] };
}

type Span = { readonly startSeconds: number; readonly durationSeconds: number };

function toItem(document: TimelineDocument, clip: Clip, placed: Span & { readonly id: string }): NewItem {
  const { assetId, name, kind } = clip;
  const common = { ...placed, name, assetId };
  const sourceStartSeconds = clip.sourceSpan?.startSeconds ?? 0;
  if (kind === 'sound') {
    return newItem.parse({ ...common, type: 'sound', sourceStartSeconds });
  }
  const box = fitWhole(clip, document);
  return newItem.parse(
    kind === 'video'
      ? { ...common, ...box, type: 'video', sourceStartSeconds }
      : { ...common, ...box, type: 'picture' },
  );
}

/** Returns whether a track is of the clip's kind, is unlocked and has space for the whole clip. */
const takes = (document: TimelineDocument, track: Track, kind: ClipKind, span: Span): boolean =>
  !track.isLocked && isOfKind(track, kind) && isFree(document, track, span);

const isOfKind = (track: Track, kind: ClipKind): boolean => (track.kind === 'sound') === (kind === 'sound');

function isFree({ frameRate }: TimelineDocument, { items }: Track, { startSeconds, durationSeconds }: Span): boolean {
  const end = startSeconds + durationSeconds;
  return items.every(
    (item) => !isBefore(item.startSeconds, end, frameRate) || !isBefore(startSeconds, getEnd(item), frameRate),
  );
}

/**
 * Returns the topmost track that can contain the clip, contains only clips or nothing, and is under no other clip of that time.
 */
function findTrack(
  document: TimelineDocument,
  kind: ClipKind,
  span: Span,
  wanted: Track | undefined,
): Track | undefined {
  // A caller that names a track requests that track or the one right above it, not any other.
  if (wanted && isOfKind(wanted, kind)) {
    return undefined;
  }
  const clipTracks = document.tracks.filter(
    (track) => isOfKind(track, kind) && !track.isHidden && track.items.every(({ type }) => isClip(type)),
  );
  const taken = kind === 'sound' ? -1 : clipTracks.findLastIndex((track) => !isFree(document, track, span));
  return clipTracks.slice(taken + 1).findLast((track) => takes(document, track, kind, span));
}

const isClip = (type: string): boolean => type === 'video' || type === 'picture' || type === 'sound';

/** Creates a track right above the requested one if it is of the clip's kind; else on top. */
function toNewTrack(document: TimelineDocument, kind: ClipKind, wanted: Track | undefined) {
  const trackKind = kind === 'sound' ? 'sound' : 'visual';
  const above = wanted?.kind === trackKind ? document.tracks.indexOf(wanted) + 1 : document.tracks.length;
  const count = document.tracks.filter((track) => track.kind === trackKind).length;
  const name = `${trackKind === 'sound' ? 'Sound' : 'Video'}${count === 0 ? '' : ` ${count + 1}`}`;
  const track = { id: uniqueId('track'), name, kind: trackKind } as const;
  return { type: 'add-track', track, index: above } as const;
}

/** Adds a track above or below those of the clip's kind. */
function toTrackBeyond(document: TimelineDocument, kind: ClipKind, side: 'above' | 'below') {
  const counts = { above: Number(side === 'above'), below: Number(side === 'below') };
  const { edits, ids } = newTracks(document, kind === 'sound' ? 'sound' : 'visual', counts);
  return { trackId: ids[0] ?? '', added: edits };
}

/** Returns the document with the edits, or unchanged if they cannot be applied: the editor then reports why. */
function tryEdits(document: TimelineDocument, edits: readonly Edit[]): TimelineDocument {
  try {
    return applyEdits(document, edits);
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return document;
    }
    throw thrown;
  }
}
