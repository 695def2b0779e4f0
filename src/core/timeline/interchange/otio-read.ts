import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';
import { timelineDocument, type TimelineDocument } from '../document.ts';
import { isSameTime, toCanvasRate } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { isClip, isNested, getKind, layOut, getMarks, type Mark } from './otio-lay-out.ts';
import { parseOtioJson } from './otio-json.ts';
import { createMediaFinder, type FindMedia, type FoundMedia, type MediaOf } from './otio-media.ts';
import { claimId, getSize, type Reader } from './otio-read-clip.ts';
import { readTracks, type Around } from './otio-read-track.ts';
import {
  metadataName,
  otioTimeline,
  toSeconds,
  type OtioChild,
  type OtioRange,
  type OtioTimeline,
} from './otio-schema.ts';

/** The canvas size if the file states none and has no image of a known size. */
const usualSize = { width: 1920, height: 1080 };
const usualRate = 30;
/** The maximum depth of nested compositions. */
const maxDepth = 50;

const settingsSchema = timelineDocument.pick({
  version: true,
  width: true,
  height: true,
  frameRate: true,
  background: true,
});
type Settings = Omit<TimelineDocument, 'title' | 'tracks' | 'markers'>;

/**
 * Reads an OpenTimelineIO file into a document: a file of Offcut exactly, a file of another program as far as a canvas supports it.
 * Omitted content is a gap and a warning. Throws VALIDATION_FAILED for another or unsupported file. `media` are the files that may
 * replace a file of another name with the same content.
 */
export function readOtio(
  text: string,
  findMedia: FindMedia,
  media: readonly FoundMedia[] = [],
): { document: TimelineDocument; warnings: string[] } {
  const warnings = new Set<string>();
  const timeline = parse(text, warnings);
  const own = settingsSchema.safeParse(timeline.metadata?.[metadataName]).data;
  const getMedia = createMediaFinder(timeline.tracks.children, findMedia, media, warnings);
  const settings = own ?? readSettings(timeline, getMedia);
  const reader: Reader = {
    settings,
    isOwn: own !== undefined,
    hasSoundTracks: hasSound(timeline.tracks.children),
    hasNestedSound: timeline.tracks.children.some(
      ({ kind, children }) => kind === 'Audio' && (children ?? []).some(isNested),
    ),
    getMedia,
    findId: (assetId) => findMedia({ assetId, fileName: '' })?.assetId,
    warnings,
    ids: new Set(),
    lastNumbers: new Map(),
  };
  const { source_range: range, markers } = timeline.tracks;
  const around = range ? rangeAround(reader, timeline.tracks.children, range) : null;
  const made = timeline.tracks.children.map((child) => readTracks(reader, child, around));
  const first = range ? toSeconds(range.start_time) : 0;
  const { success, data, error } = timelineDocument.safeParse({
    ...settings,
    title: shorten(timeline.name, documentLimits.nameLength),
    tracks: made.flatMap(({ tracks }) => tracks),
    markers: [...getMarks({ markers }, first, 1), ...withoutCopies(made.flatMap(({ marks }) => marks))].map((mark) =>
      readMarker(reader, mark),
    ),
  });
  if (!success) {
    throw refusal(error.issues);
  }
  return { document: data, warnings: [...warnings] };
}

/** Returns the range of all tracks, which starts at the same time in each of them, even after the end of a track. */
function rangeAround(reader: Reader, children: readonly OtioChild[], range: OtioRange): Around {
  const lengths = children.map((child) => layOut(reader, child, getKind(child)).durationSeconds);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return { range, longest };
}

/** Removes duplicates of markers: a sequence that is nested on a video track and on an audio track has them twice. */
function withoutCopies(marks: readonly Mark[]): Mark[] {
  const getKey = ({ marker, atSeconds }: Mark): string => `${Math.round(1000 * atSeconds)} ${marker.name}`;
  return [...new Map(marks.map((mark) => [getKey(mark), mark])).values()];
}

const hasSound = (children: readonly OtioChild[]): boolean =>
  children.some((child) => child.kind === 'Audio' || hasSound(child.children ?? []));

/** Parses a timeline. Throws VALIDATION_FAILED for anything else. */
function parse(text: string, warnings: Set<string>): OtioTimeline {
  let json: unknown;
  try {
    json = parseOtioJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? shorten(cause.message) : '';
    throw new Failure('VALIDATION_FAILED', { message: `The OpenTimelineIO file is not JSON: ${reason}`, cause });
  }
  if (isDeep(json, maxDepth)) {
    throw refusal([{ path: ['children'], message: `must not be nested more than ${maxDepth} deep` }]);
  }
  const { success, data, error } = otioTimeline.safeParse(getFirst(json, warnings));
  if (!success) {
    throw refusal(error.issues);
  }
  return data;
}

/** Whether children are nested more than `most` levels deep. Those of a timeline are in its `tracks`. */
function isDeep(node: unknown, most: number): boolean {
  if (typeof node !== 'object' || node === null || most === 0) {
    return most === 0;
  }
  const children: unknown[] = 'children' in node && Array.isArray(node.children) ? node.children : [];
  const tracks: unknown[] = 'tracks' in node ? [node.tracks] : [];
  return [...tracks, ...children].some((child) => isDeep(child, most - 1));
}

/** Returns the first timeline of a collection; anything else unchanged. */
function getFirst(json: unknown, warnings: Set<string>): unknown {
  const collected = collection.safeParse(json).data?.children;
  const timelines = collected?.filter((child) => otioTimeline.safeParse(child).success);
  if (timelines && timelines.length > 1) {
    warnings.add(`The file contains ${timelines.length} timelines; the first one was imported.`);
  }
  return timelines?.[0] ?? json;
}

const collection = z.looseObject({
  OTIO_SCHEMA: z.string().startsWith('SerializableCollection.'),
  children: z.array(z.unknown()),
});

function refusal(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Failure {
  const details = issues.slice(0, 20).map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = details;
  return new Failure('VALIDATION_FAILED', {
    message: `The OpenTimelineIO file is invalid at ${first?.path}: ${first?.message}`,
    details,
  });
}

/** Returns the frame rate of most clips of the video tracks, and the first known size. */
function readSettings(timeline: OtioTimeline, getMedia: MediaOf): Settings {
  const clips = getClips(timeline.tracks.children);
  const rate = mostFrequent(clips.flatMap(({ source_range: range }) => range?.duration.rate ?? []));
  const size = clips.map((clip) => getSize(clip, getMedia)).find((one) => one !== null);
  return {
    version: 2,
    ...(size ?? usualSize),
    frameRate: toCanvasRate(rate ?? timeline.global_start_time?.rate ?? usualRate),
    background: { type: 'color', color: '#000000' },
  };
}

/** Returns the visual clips at all levels of nesting. */
const getClips = (children: readonly OtioChild[]): OtioChild[] =>
  children.flatMap((child) => (isClip(child) ? child : child.kind === 'Audio' ? [] : getClips(child.children ?? [])));

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function readMarker(reader: Reader, { marker, atSeconds: at }: Mark): TimelineDocument['markers'][number] {
  const was = ownMarker.safeParse(marker.metadata?.[metadataName]).data;
  const atSeconds = Math.max(0, at);
  const isSame = was !== undefined && isSameTime(was.atSeconds, atSeconds, reader.settings.frameRate);
  return {
    id: claimId(reader, was?.id ?? '', 'marker'),
    atSeconds: isSame ? was.atSeconds : atSeconds,
    label: shorten(marker.name, documentLimits.nameLength),
  };
}

const ownMarker = z.object({ id: z.string(), atSeconds: z.number() });
