import { Failure } from '#core/lib/failure.ts';
import type { Item, ItemOf, TimelineDocument, Track } from '../document.ts';
import { isSameTime, toFrames } from '../frames.ts';
import { getEnd, inOrder } from '../schedule.ts';
import { toRationalRate } from './frame-rate.ts';
import type { MediaFiles } from './media-file.ts';
import { getTimecode, toTimecode, type Timecode } from './timecode.ts';

// oxlint-disable-next-line no-control-regex -- they are the characters to remove
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Returns a text as one line without control characters, for formats that cannot escape them. */
const toPlainLine = (text: string): string => text.toWellFormed().replaceAll(unwritable, ' ').trim();

/** The maximum number of events, whose numbers have three digits. */
const eventsMax = 999;

type Clip = ItemOf<'video' | 'picture' | 'sound'>;

/**
 * Writes the edit of a document as CMX3600. It has one track: the one with the most seconds of videos and images, or without any of
 * them the one with the most seconds of audio. Other tracks are omitted. Throws VALIDATION_FAILED for more than 999 events.
 */
export function toEdl(document: TimelineDocument, files: MediaFiles): string {
  const seen = mainClips(document.tracks, seenOn);
  const clips = seen.length > 0 ? seen : mainClips(document.tracks, heardOn);
  const events = clips.map((clip, index) => toEdits(document, clip, clips[index - 1]));
  if (events.length > eventsMax) {
    const message = `An EDL can contain at most ${eventsMax} events, and this canvas has ${events.length}; export otio or fcpxml instead.`;
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path: 'format', message }] });
  }
  const { isDropFrame } = getTimecode(document.frameRate);
  const lines = [
    `TITLE: ${toPlainLine(document.title)}`,
    `FCM: ${isDropFrame ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
    ...events.flatMap((edits, index) => [...edits.flatMap((edit) => toLines(edit, index + 1, files)), '']),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

/** Returns the clips of the track that has the most seconds of them; empty if no track has any. */
function mainClips(tracks: readonly Track[], getClips: (track: Track) => Clip[]): Clip[] {
  const sumDurations = (clips: readonly Clip[]): number => clips.reduce((sum, clip) => sum + clip.durationSeconds, 0);
  return tracks.map(getClips).toSorted((one, other) => sumDurations(other) - sumDurations(one))[0] ?? [];
}

const seenOn = ({ isHidden, items }: Track): Clip[] =>
  isHidden ? [] : inOrder(items).filter((item): item is Clip => isClipSeen(item) && !item.isHidden);

const isClipSeen = ({ type }: Item): boolean => type === 'video' || type === 'picture';

const heardOn = ({ isMuted, items }: Track): Clip[] =>
  isMuted ? [] : inOrder(items).filter((item): item is ItemOf<'sound'> => item.type === 'sound' && !item.isMuted);

/** A line of an event, with its comments. */
type Edit = {
  readonly channels: string;
  /** The columns from the kind of transition on: cut, dissolve or wipe, and its frames. */
  readonly transition: string;
  readonly times: readonly string[];
  /** The clips to name; null if the other line of the event names them. */
  readonly from: Clip | null;
  readonly to: Clip | null;
  /** Frames of the source per second of the record, if the speed is not 1. */
  readonly motion: { readonly rate: number; readonly start: string } | null;
};

/** Returns one line for a cut, and two for a transition: the earlier clip with no duration, and the later, with one number. */
function toEdits(document: TimelineDocument, clip: Clip, before: Clip | undefined): Edit[] {
  const { frameRate } = document;
  const join = clip.type === 'sound' ? undefined : clip.transition;
  const isReplacing = before && isSameTime(getEnd(before), clip.startSeconds, frameRate);
  const edit = toEdit(document, clip, clip.startSeconds, getEnd(clip));
  if (!isReplacing || !join) {
    return [edit];
  }
  const frames = String(toFrames(join.durationSeconds, frameRate)).padStart(3, '0');
  const isWipe = join.type.startsWith('wipe');
  const transition = `${(isWipe ? 'W001' : 'D').padEnd(4)} ${frames}`;
  const outgoing = toEdit(document, before, getEnd(before), getEnd(before));
  return [
    { ...outgoing, from: null },
    { ...edit, transition, from: before, to: clip },
  ];
}

function toEdit({ frameRate }: TimelineDocument, clip: Clip, from: number, to: number): Edit {
  const timecode = getTimecode(frameRate);
  const start = 'sourceStartSeconds' in clip ? clip.sourceStartSeconds : 0;
  const speed = 'speed' in clip ? clip.speed : 1;
  const sourceTimes = [from, to].map((seconds) => start + (seconds - clip.startSeconds) * speed);
  const record = [from, to].map((seconds) => toFrames(seconds, frameRate) + recordStart(timecode));
  const source = sourceTimes.map((seconds) => toFrames(seconds, frameRate));
  const { frames, seconds } = toRationalRate(frameRate);
  return {
    channels: getChannels(clip),
    transition: 'C       ',
    times: [...source, ...record].map((count) => toTimecode(count, timecode)),
    from: clip,
    to: null,
    motion: speed === 1 ? null : { rate: (speed * frames) / seconds, start: toTimecode(source[0] ?? 0, timecode) },
  };
}

/** Returns the channels of a clip: video, audio or both. */
function getChannels(clip: Clip): 'A' | 'B' | 'V' {
  if (clip.type === 'sound') {
    return 'A';
  }
  return clip.type === 'video' && !clip.isMuted ? 'B' : 'V';
}

/** The frame count that is written as 01:00:00:00, the conventional start of a program. */
const recordStart = ({ base, isDropFrame }: Timecode): number => base * 3600 - (isDropFrame ? (base / 15) * 54 : 0);

function toLines({ channels, transition, times, from, to, motion }: Edit, number: number, files: MediaFiles): string[] {
  return [
    `${String(number).padStart(3, '0')}  AX       ${channels.padEnd(5)} ${transition} ${times.join(' ')}`,
    ...(motion ? [`M2   AX       ${motion.rate.toFixed(1).padStart(5, '0')}                ${motion.start}`] : []),
    ...(from ? [`* FROM CLIP NAME: ${getName(from, files)}`] : []),
    ...(to ? [`* TO CLIP NAME: ${getName(to, files)}`] : []),
  ];
}

const getName = ({ assetId, name }: Clip, files: MediaFiles): string => toPlainLine(files[assetId]?.name ?? name);
