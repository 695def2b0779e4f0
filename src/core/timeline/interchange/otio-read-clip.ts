import type { MediaKind } from '../../media-kind.ts';
import { shorten } from '../../shorten.ts';
import { timelineItem, type Item, type TimelineDocument } from '../document.ts';
import { isSameTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { metadataName, secondsOf, type MediaReference, type OtioChild } from './otio-schema.ts';

/** A file of the store that a clip can show or play; sizes in pixels, lengths in seconds, null where not known. */
type FoundMedia = {
  readonly assetId: string;
  readonly kind: MediaKind;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
};

/** Looks for the file that a clip names: by its id, where we have written it, else by the last part of its path. */
export type FindMedia = (wanted: { readonly assetId?: string; readonly fileName: string }) => FoundMedia | undefined;

/** What reads a file: the settings of its canvas, and what was noted on the way. */
export type Reader = {
  readonly settings: Omit<TimelineDocument, 'title' | 'tracks' | 'markers'>;
  /** Whether we have written it. */
  readonly isOwn: boolean;
  readonly hasSoundTracks: boolean;
  readonly findMedia: FindMedia;
  /** Sentences on what is left out. */
  readonly warnings: Set<string>;
  /** Ids that are taken, and the last number that was tried behind each prefix. */
  readonly ids: Set<string>;
  readonly lastNumbers: Map<string, number>;
};

/** Where a clip lies, in seconds of the canvas, on a track of a kind. */
type Place = { readonly startSeconds: number; readonly durationSeconds: number; readonly kind: 'visual' | 'sound' };

/** How long a clip or a gap is on its track, in seconds. */
export function lengthOf({ findMedia }: Reader, child: OtioChild): number {
  const reference = referenceOf(child);
  const range = child.source_range ?? reference?.available_range;
  if (range) {
    return Math.max(0, secondsOf(range.duration));
  }
  return findMedia({ fileName: fileNameOf(child) })?.durationSeconds ?? 0;
}

/** The item of a clip; null, with a warning, where there is none for it. */
export function readClip(reader: Reader, child: OtioChild, place: Place): Item | null {
  const own = reader.isOwn ? timelineItem.safeParse(child.metadata?.[metadataName]).data : undefined;
  const item = own ? readOwn(reader, child, own, place) : readForeign(reader, child, place);
  return item && { ...item, id: claimId(reader, item.id, item.type) };
}

/** An id that nothing else has: copies that another program made of a clip have its id too. */
export function claimId({ ids, lastNumbers }: Reader, wanted: string, prefix: string): string {
  let id = wanted;
  while (id === '' || ids.has(id)) {
    const number = (lastNumbers.get(prefix) ?? 0) + 1;
    lastNumbers.set(prefix, number);
    id = `${prefix}-${number}`;
  }
  ids.add(id);
  return id;
}

/** An item that we have written, with what another program may have changed since: its place, source and speed. */
function readOwn(reader: Reader, child: OtioChild, own: Item, place: Place): Item | null {
  const { frameRate } = reader.settings;
  const near = (was: number, is: number): number => (isSameTime(was, is, frameRate) ? was : is);
  const placed = {
    ...own,
    startSeconds: near(own.startSeconds, place.startSeconds),
    durationSeconds: near(own.durationSeconds, place.durationSeconds),
    ...(own.type === 'sound' ? { isMuted: child.enabled === false } : { isHidden: child.enabled === false }),
  };
  const linked = relink(reader, child, placed);
  if (linked?.type !== 'video' && linked?.type !== 'sound') {
    return linked;
  }
  const start = child.source_range ? secondsOf(child.source_range.start_time) : linked.sourceStartSeconds;
  const speed = speedOf(reader, child);
  return {
    ...linked,
    sourceStartSeconds: Math.max(0, near(linked.sourceStartSeconds, start)),
    speed: Math.abs(speed - linked.speed) < 1e-6 ? linked.speed : speed,
  };
}

/** Names the files as they are called here. Without its own file there is no item; without its proxy or a picture there is. */
function relink(reader: Reader, child: OtioChild, item: Item): Item | null {
  const idOf = (assetId: string | undefined): string | undefined =>
    assetId === undefined ? undefined : reader.findMedia({ assetId, fileName: '' })?.assetId;
  if (item.type === 'bubbles') {
    const messages = item.messages.map(({ imageAssetId, ...message }) => {
      const found = idOf(imageAssetId);
      return found === undefined ? message : { ...message, imageAssetId: found };
    });
    return { ...item, messages };
  }
  if (!('assetId' in item)) {
    return item;
  }
  const found = reader.findMedia({ assetId: item.assetId, fileName: fileNameOf(child) });
  if (!found) {
    return warnOfMissing(reader, child);
  }
  if (item.type !== 'video') {
    return { ...item, assetId: found.assetId };
  }
  const { proxyAssetId, ...video } = item;
  const proxy = idOf(proxyAssetId);
  return { ...video, assetId: found.assetId, ...(proxy !== undefined && { proxyAssetId: proxy }) };
}

function readForeign(reader: Reader, child: OtioChild, place: Place): Item | null {
  const found = reader.findMedia({ fileName: fileNameOf(child) });
  if (!found) {
    return warnOfMissing(reader, child);
  }
  const type = place.kind === 'sound' ? 'sound' : found.kind;
  if ((type === 'sound') !== (place.kind === 'sound') || (type === 'sound' && found.kind === 'picture')) {
    const what = found.kind === 'sound' ? 'sound on a track of pictures' : 'a picture on a track of sound';
    return warn(reader, `"${shorten(child.name)}" is ${what}; a gap is in its place.`);
  }
  const isEnabled = child.enabled !== false;
  const { data } = timelineItem.safeParse({
    id: '-',
    type,
    name: shorten(child.name || fileNameOf(child), documentLimits.nameLength),
    startSeconds: place.startSeconds,
    durationSeconds: place.durationSeconds,
    assetId: found.assetId,
    ...(type !== 'picture' && { sourceStartSeconds: sourceStartOf(child), speed: speedOf(reader, child) }),
    ...(type !== 'sound' && { ...fit(found, reader.settings), isHidden: !isEnabled }),
    // Elsewhere the sound of a video is a clip by itself.
    ...(type !== 'picture' && { isMuted: type === 'sound' ? !isEnabled : reader.hasSoundTracks }),
  });
  return data
    ? { ...data, id: '' }
    : warn(reader, `"${shorten(child.name)}" has times that no canvas has; a gap is in its place.`);
}

/** The whole picture, as large as it fits into the middle of the canvas. */
function fit(found: FoundMedia, canvas: Reader['settings']): object {
  const width = found.width ?? canvas.width;
  const height = found.height ?? canvas.height;
  const scale = Math.min(canvas.width / width, canvas.height / height);
  return { x: canvas.width / 2, y: canvas.height / 2, width: width * scale, height: height * scale };
}

/** The time of the file at which a clip begins. Its times count from where the file's own timecode begins. */
function sourceStartOf(child: OtioChild): number {
  const available = referenceOf(child)?.available_range;
  const first = available ? secondsOf(available.start_time) : 0;
  return child.source_range ? Math.max(0, secondsOf(child.source_range.start_time) - first) : 0;
}

/** The size of a clip's picture; null where it is not known. */
export function sizeOf(child: OtioChild, findMedia: FindMedia): { width: number; height: number } | null {
  const { width, height } = findMedia({ fileName: fileNameOf(child) }) ?? { width: null, height: null };
  return width === null || height === null ? null : { width, height };
}

function speedOf(reader: Reader, child: OtioChild): number {
  const warps = (child.effects ?? []).filter(({ OTIO_SCHEMA }) =>
    /^(?:LinearTimeWarp|FreezeFrame)\./.test(OTIO_SCHEMA),
  );
  const speed = warps.reduce((product, { time_scalar: scalar }) => product * (scalar ?? 1), 1);
  if (speed >= 0.05 && speed <= 20) {
    return speed;
  }
  warn(reader, `"${shorten(child.name)}" plays at ${speed} times its speed, which no item can; it plays as it is.`);
  return 1;
}

function referenceOf(child: OtioChild): MediaReference | undefined {
  const { media_references: references, active_media_reference_key: key } = child;
  return references?.[key ?? 'DEFAULT_MEDIA'] ?? child.media_reference ?? undefined;
}

/** The last part of the path of a clip's media; where it has none, what the clip is called, as that often is its file. */
function fileNameOf(child: OtioChild): string {
  const path = (referenceOf(child)?.target_url ?? '').split(/[?#]/)[0] ?? '';
  const last = path.split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(last) || child.name;
  } catch {
    return last;
  }
}

function warnOfMissing(reader: Reader, child: OtioChild): null {
  const name = fileNameOf(child) || 'a clip without a name';
  return warn(
    reader,
    `"${shorten(name)}" is not among the materials; upload it and import the file again. A gap is in its place.`,
  );
}

function warn({ warnings }: Reader, sentence: string): null {
  warnings.add(sentence);
  return null;
}
