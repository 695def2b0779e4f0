import * as z from 'zod';
import { Failure } from '../../failure.ts';
import { shorten } from '../../shorten.ts';
import { timelineDocument, type TimelineDocument } from '../document.ts';
import { isSameTime, toCanvasRate } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { claimId, sizeOf, type FindMedia, type Reader } from './otio-read-clip.ts';
import { readTrack } from './otio-read-track.ts';
import { metadataName, otioTimeline, secondsOf, type OtioMarker, type OtioTimeline } from './otio-schema.ts';

/** The canvas of a file that says nothing of one and has no picture whose size is known. */
const usualSize = { width: 1920, height: 1080 };
const usualRate = 30;

const settingsSchema = timelineDocument.pick({
  version: true,
  width: true,
  height: true,
  frameRate: true,
  background: true,
});
type Settings = Omit<TimelineDocument, 'title' | 'tracks' | 'markers'>;

/**
 * The document of an OpenTimelineIO file: our own as it was written, those of other programs as far as there are items for what
 * they hold. What is left out is a gap, and a warning. Throws VALIDATION_FAILED for what is no such file or has no place here.
 */
export function readOtio(text: string, findMedia: FindMedia): { document: TimelineDocument; warnings: string[] } {
  const timeline = parse(text);
  const own = settingsSchema.safeParse(timeline.metadata?.[metadataName]).data;
  const settings = own ?? settingsOf(timeline, findMedia);
  const reader: Reader = {
    settings,
    isOwn: own !== undefined,
    hasSoundTracks: timeline.tracks.children.some(({ kind }) => kind === 'Audio'),
    findMedia,
    warnings: new Set(),
    ids: new Set(),
    lastNumbers: new Map(),
  };
  const { success, data, error } = timelineDocument.safeParse({
    ...settings,
    title: shorten(timeline.name, documentLimits.nameLength),
    tracks: timeline.tracks.children.flatMap((track) => readTrack(reader, track)),
    markers: (timeline.tracks.markers ?? []).flatMap((marker) => readMarker(reader, marker)),
  });
  if (!success) {
    throw refusal(error.issues);
  }
  return { document: data, warnings: [...reader.warnings] };
}

/** Throws VALIDATION_FAILED for what is not an OpenTimelineIO timeline. */
function parse(text: string): OtioTimeline {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? shorten(cause.message) : '';
    throw new Failure('VALIDATION_FAILED', { message: `The OpenTimelineIO file is not JSON: ${reason}`, cause });
  }
  const { success, data, error } = otioTimeline.safeParse(json);
  if (!success) {
    throw refusal(error.issues);
  }
  return data;
}

function refusal(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Failure {
  const details = issues.slice(0, 20).map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first] = details;
  return new Failure('VALIDATION_FAILED', {
    message: `The OpenTimelineIO file does not fit at ${first?.path}: ${first?.message}`,
    details,
  });
}

/** The rate is that of most clips of the video tracks, the size that of the first whose size is known. */
function settingsOf(timeline: OtioTimeline, findMedia: FindMedia): Settings {
  const clips = timeline.tracks.children
    .filter(({ kind }) => kind !== 'Audio')
    .flatMap(({ children }) => children ?? [])
    .filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA.startsWith('Clip.'));
  const rate = mostFrequent(clips.flatMap(({ source_range: range }) => range?.duration.rate ?? []));
  const size = clips.map((clip) => sizeOf(clip, findMedia)).find((one) => one !== null);
  return {
    version: 2,
    ...(size ?? usualSize),
    frameRate: toCanvasRate(rate ?? timeline.global_start_time?.rate ?? usualRate),
    background: { type: 'color', color: '#000000' },
  };
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

function readMarker(reader: Reader, { name, marked_range: range, metadata }: OtioMarker): TimelineDocument['markers'] {
  if (!range) {
    return [];
  }
  const was = ownMarker.safeParse(metadata?.[metadataName]).data;
  const atSeconds = Math.max(0, secondsOf(range.start_time));
  const isSame = was !== undefined && isSameTime(was.atSeconds, atSeconds, reader.settings.frameRate);
  return [
    {
      id: claimId(reader, was?.id ?? '', 'marker'),
      atSeconds: isSame ? was.atSeconds : atSeconds,
      label: shorten(name, documentLimits.nameLength),
    },
  ];
}

const ownMarker = z.object({ id: z.string(), atSeconds: z.number() });
