import { shorten } from '#core/lib/shorten.ts';
import { timelineItem, type AudibleItem, type Item, type TimelineDocument, type Track } from '../document.ts';
import { isSameTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { isAudible } from '../schedule.ts';
import { getFileName, findReference, type FoundMedia, type MediaOf } from './otio-media.ts';
import { metadataName, toSeconds, type OtioChild, type OtioEffect } from './otio-schema.ts';

/** A visible or audible part of a clip, at any level of nesting. Times are seconds from the start of the layout. */
export type Piece = {
  readonly child: OtioChild;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** The seconds at the start of the clip that its parents trim, at the speed of the clip alone. */
  readonly headSeconds: number;
  /** The product of the speeds of all parents. */
  readonly speed: number;
  readonly isOff: boolean;
  /** The transitions at its edges. */
  readonly entrance: OtioChild | null;
  readonly exit: OtioChild | null;
};

/** The state of reading a file: the settings of its canvas, and collected warnings and ids. */
export type Reader = {
  readonly settings: Omit<TimelineDocument, 'title' | 'tracks' | 'markers'>;
  /** Whether Offcut wrote the file. */
  readonly isOwn: boolean;
  /** Whether there are audio tracks, and whether one of them contains a nested sequence. */
  readonly hasSoundTracks: boolean;
  readonly hasNestedSound: boolean;
  readonly getMedia: MediaOf;
  /** Finds the id of a file that an item names in addition to its own. */
  readonly findId: (assetId: string) => string | undefined;
  /** Sentences about omitted content. */
  readonly warnings: Set<string>;
  /** The used ids, and the last number that was tried for each prefix. */
  readonly ids: Set<string>;
  readonly lastNumbers: Map<string, number>;
};

/** Returns the duration of a clip or a gap on its track, in seconds. */
export function readClipDuration({ getMedia }: Reader, child: OtioChild): number {
  const reference = findReference(child);
  const range = child.source_range ?? reference?.available_range;
  if (range) {
    return Math.max(0, toSeconds(range.duration));
  }
  return getMedia(child)?.durationSeconds ?? 0;
}

/** Creates the item of a clip; null, with a warning, if there is no item for it. */
export function readClip(reader: Reader, piece: Piece, kind: Track['kind']): Item | null {
  const own = reader.isOwn ? timelineItem.safeParse(piece.child.metadata?.[metadataName]).data : undefined;
  const item = own ? readOwn(reader, piece, own) : readForeign(reader, piece, kind);
  return item && { ...item, id: claimId(reader, item.id, item.type) };
}

/** Returns a unique id: copies of a clip that another program created have the same id. */
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

/** Reads an item that Offcut wrote. Another program may have changed its position, source and speed since. */
function readOwn(reader: Reader, piece: Piece, own: Item): Item | null {
  const { frameRate } = reader.settings;
  const { child, isOff } = piece;
  const near = (was: number, is: number): number => (isSameTime(was, is, frameRate) ? was : is);
  const placed = {
    ...own,
    startSeconds: near(own.startSeconds, piece.startSeconds),
    durationSeconds: near(own.durationSeconds, piece.durationSeconds),
    ...(own.type === 'sound' ? { isMuted: isOff } : { isHidden: isOff }),
  };
  const linked = relink(reader, child, placed);
  if (linked?.type !== 'video' && linked?.type !== 'sound') {
    return linked;
  }
  const start = child.source_range ? toSeconds(child.source_range.start_time) : linked.sourceStartSeconds;
  const speed = getSpeed(reader, child, piece.speed);
  return {
    ...linked,
    sourceStartSeconds: Math.max(0, near(linked.sourceStartSeconds, start + getHead(reader, piece))),
    speed: Math.abs(speed - linked.speed) < 1e-6 ? linked.speed : speed,
  };
}

/** Replaces the file ids of an item by local ones. An item needs its own file, but neither its proxy, its images nor its font. */
function relink(reader: Reader, child: OtioChild, item: Item): Item | null {
  const getId = (assetId: string | undefined): string | undefined =>
    assetId === undefined ? undefined : reader.findId(assetId);
  if (item.type === 'bubbles') {
    const messages = item.messages.map(({ imageAssetId, ...message }) => {
      const found = getId(imageAssetId);
      return found === undefined ? message : { ...message, imageAssetId: found };
    });
    return { ...item, messages };
  }
  if (item.type === 'text') {
    const { fontAssetId, ...text } = item;
    const font = getId(fontAssetId);
    return { ...text, ...(font !== undefined && { fontAssetId: font }) };
  }
  if (!('assetId' in item)) {
    return item;
  }
  const found = reader.getMedia(child, item.assetId);
  if (!found) {
    return warnOfMissing(reader, child);
  }
  if (!isAudible(item)) {
    return { ...item, assetId: found.assetId };
  }
  const heard = relinkTrack(reader, item, found);
  if (heard.type !== 'video') {
    return { ...heard, assetId: found.assetId };
  }
  const { proxyAssetId, ...video } = heard;
  const proxy = getId(proxyAssetId);
  return { ...video, assetId: found.assetId, ...(proxy !== undefined && { proxyAssetId: proxy }) };
}

/** Removes the audio track of an item, with a warning, if the found file has no such track. */
function relinkTrack(reader: Reader, item: AudibleItem, { audioTracks = Infinity }: FoundMedia): AudibleItem {
  const { audioTrack, ...others } = item;
  if (audioTrack === undefined || audioTrack < audioTracks) {
    return item;
  }
  warn(
    reader,
    `"${shorten(item.name)}" names audio track ${audioTrack}, which its file lacks; the default track is used.`,
  );
  return others;
}

function readForeign(reader: Reader, piece: Piece, kind: Track['kind']): Item | null {
  const { child, isOff } = piece;
  const found = reader.getMedia(child);
  if (!found) {
    return warnOfMissing(reader, child);
  }
  const type = kind === 'sound' ? 'sound' : found.kind;
  if ((type === 'sound') !== (kind === 'sound') || (type === 'sound' && found.kind === 'picture')) {
    const what = found.kind === 'sound' ? 'audio on a video track' : 'an image on an audio track';
    return warn(reader, `"${shorten(child.name)}" is ${what}; a gap replaces it.`);
  }
  const sourceStartSeconds = getSourceStart(child) + getHead(reader, piece);
  const { data } = timelineItem.safeParse({
    id: '-',
    type,
    name: shorten(child.name || getFileName(child), documentLimits.nameLength),
    startSeconds: piece.startSeconds,
    durationSeconds: piece.durationSeconds,
    assetId: found.assetId,
    ...(type !== 'picture' && { sourceStartSeconds, speed: getSpeed(reader, child, piece.speed) }),
    ...(type !== 'sound' && { ...fit(found, reader.settings), isHidden: isOff }),
    // In other programs the audio of a video is a separate clip.
    ...(type !== 'picture' && { isMuted: type === 'sound' ? isOff : reader.hasSoundTracks }),
  });
  return data
    ? { ...data, id: '' }
    : warn(reader, `"${shorten(child.name)}" has times that a canvas does not support; a gap replaces it.`);
}

/** Fits the image into the middle of the canvas. */
function fit(found: FoundMedia, canvas: Reader['settings']): object {
  const width = found.width ?? canvas.width;
  const height = found.height ?? canvas.height;
  const scale = Math.min(canvas.width / width, canvas.height / height);
  return { x: canvas.width / 2, y: canvas.height / 2, width: width * scale, height: height * scale };
}

/** Returns the time of the file at which a clip starts. Its times count from the start of the file's timecode. */
const getSourceStart = (child: OtioChild): number => Math.max(0, getFirstSecond(child) - getMediaStart(child));

/** Returns the start of a clip, in the times that its own range and its markers use. */
export const getFirstSecond = (child: OtioChild): number =>
  child.source_range ? toSeconds(child.source_range.start_time) : getMediaStart(child);

function getMediaStart(child: OtioChild): number {
  const available = findReference(child)?.available_range;
  return available ? toSeconds(available.start_time) : 0;
}

/** Returns the part of the file that is trimmed before a piece of a clip, in seconds of the file. */
const getHead = (reader: Reader, { child, headSeconds }: Piece): number => headSeconds * getSpeed(reader, child);

/** Returns the size of a clip's image; null if it is unknown. */
export function getSize(child: OtioChild, getMedia: MediaOf): { width: number; height: number } | null {
  const { width, height } = getMedia(child) ?? { width: null, height: null };
  return width === null || height === null ? null : { width, height };
}

/** Returns the speed of a clip, a track or a stack by its own effects, times that of its parents, `around`. */
export function getSpeed(reader: Reader, child: OtioChild, around = 1): number {
  const effects = child.effects ?? [];
  const others = effects
    .filter((effect) => !isWarp(effect))
    .map(({ effect_name: kind, name, OTIO_SCHEMA }) => kind || name || OTIO_SCHEMA);
  if (others.length > 0) {
    const list = shorten([...new Set(others)].join(', '));
    warn(reader, `"${shorten(child.name)}" has unsupported effects (${list}); it is shown without them.`);
  }
  const speed = effects.filter(isWarp).reduce((product, { time_scalar: scalar }) => product * (scalar ?? 1), around);
  if (speed >= 0.05 && speed <= 20) {
    return speed;
  }
  warn(reader, `"${shorten(child.name)}" has a speed of ${speed}, which is not supported; it plays at normal speed.`);
  return 1;
}

const isWarp = ({ OTIO_SCHEMA }: OtioEffect): boolean => /^(?:LinearTimeWarp|FreezeFrame)\./.test(OTIO_SCHEMA);

function warnOfMissing(reader: Reader, child: OtioChild): null {
  const reference = findReference(child);
  const schema = reference?.OTIO_SCHEMA ?? '';
  const kind = schema.startsWith('GeneratorReference.') ? (reference?.generator_kind ?? 'a generator') : null;
  if (kind !== null || schema.startsWith('ImageSequenceReference.')) {
    const what = kind === null ? 'is an image sequence' : `is generated by the other program (${shorten(kind)})`;
    return warn(reader, `"${shorten(child.name)}" ${what}; upload it as a video. A gap replaces it.`);
  }
  const name = getFileName(child) || 'a clip without a name';
  return warn(
    reader,
    `"${shorten(name)}" is not among the materials; upload it and import the file again. A gap replaces it.`,
  );
}

function warn({ warnings }: Reader, sentence: string): null {
  warnings.add(sentence);
  return null;
}
