import type { AudibleItem, Item, TimelineDocument, Track } from './document.ts';
import { duckingUnder } from './ducking.ts';
import { getEnvelope, multiply } from './envelope.ts';
import { isSameTime } from './frames.ts';
import { getEnd, inOrder, isAudible, getTrack } from './schedule.ts';

/** A span of one source that plays in a span of the canvas. Times are seconds. */
export type SoundSpan = {
  readonly itemId: string;
  readonly trackId: string;
  readonly assetId: string;
  /** The audio track of the asset; absent for its default track. */
  readonly audioTrack?: number;
  /** The span of the canvas. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The time of the source at `startSeconds`. */
  readonly sourceStartSeconds: number;
  readonly speed: number;
  readonly keepsPitch: boolean;
  /** The amplitude over canvas time, linear between points, constant before the first and after the last. */
  readonly gain: readonly { readonly atSeconds: number; readonly amplitude: number }[];
  /** Fades with equal power: amplitude sin(pi / 2 * share) of the fade. In canvas time; null without a fade. */
  readonly fadeIn: { readonly startSeconds: number; readonly endSeconds: number } | null;
  readonly fadeOut: { readonly startSeconds: number; readonly endSeconds: number } | null;
};

/**
 * Returns the audio in a span of the canvas, in order of the start. Spans are trimmed to it. Their gain and fades are in canvas
 * time and do not depend on it, so that a mix is the same from any start. Muted tracks and items are omitted.
 */
export function soundIn(
  document: TimelineDocument,
  { startSeconds, endSeconds }: { readonly startSeconds: number; readonly endSeconds: number },
): SoundSpan[] {
  return getSound(document)
    .filter((span) => span.startSeconds < endSeconds && span.endSeconds > startSeconds)
    .map((span) => cut(span, startSeconds, endSeconds));
}

function cut(span: SoundSpan, from: number, to: number): SoundSpan {
  const startSeconds = Math.max(from, span.startSeconds);
  const sourceStartSeconds = span.sourceStartSeconds + (startSeconds - span.startSeconds) * span.speed;
  return { ...span, startSeconds, endSeconds: Math.min(to, span.endSeconds), sourceStartSeconds };
}

const sounds = new WeakMap<TimelineDocument, readonly SoundSpan[]>();

/** Returns all audio of a document. It is computed once, because documents are immutable. */
function getSound(document: TimelineDocument): readonly SoundSpan[] {
  const known = sounds.get(document);
  if (known) {
    return known;
  }
  const spans = document.tracks
    .filter(({ isMuted }) => !isMuted)
    .flatMap((track) => soundOfTrack(document, track))
    .toSorted((one, other) => one.startSeconds - other.startSeconds);
  sounds.set(document, spans);
  return spans;
}

function soundOfTrack(document: TimelineDocument, track: Track): SoundSpan[] {
  const items = inOrder(track.items);
  return items.flatMap((item, index) => {
    const next = items[index + 1];
    const isReplaced = next && isSameTime(getEnd(item), next.startSeconds, document.frameRate);
    const follower = isReplaced ? getTransition(next) : 0;
    return isHeard(item) ? [toSpan(document, track, item, follower)] : [];
  });
}

const isHeard = (item: Item): item is AudibleItem => isAudible(item) && !item.isMuted;

const getTransition = (item: Item): number => (item.type === 'sound' ? 0 : (item.transition?.durationSeconds ?? 0));

/** Returns the span of an item. `followerSeconds` is the duration of the next item's transition, in which the audio fades out. */
function toSpan(document: TimelineDocument, track: Track, item: AudibleItem, followerSeconds: number): SoundSpan {
  const { startSeconds } = item;
  const end = getEnd(item);
  const goesOn = item.fadeOutSeconds > 0 ? 0 : followerSeconds;
  const fadeIn = Math.max(item.fadeInSeconds, getTransition(item));
  const fadeOut = item.fadeOutSeconds > 0 ? { startSeconds: end - item.fadeOutSeconds, endSeconds: end } : null;
  const ducked = item.ducksUnder === undefined ? undefined : getTrack(document, item.ducksUnder);
  const volume = getEnvelope(item.volume, startSeconds);
  return {
    itemId: item.id,
    trackId: track.id,
    assetId: item.assetId,
    ...(item.audioTrack !== undefined && { audioTrack: item.audioTrack }),
    startSeconds,
    endSeconds: end + goesOn,
    sourceStartSeconds: item.sourceStartSeconds,
    speed: item.speed,
    keepsPitch: item.keepsPitch,
    gain: ducked ? multiply(volume, duckingUnder(ducked)) : volume,
    fadeIn: fadeIn > 0 ? { startSeconds, endSeconds: startSeconds + fadeIn } : null,
    fadeOut: goesOn > 0 ? { startSeconds: end, endSeconds: end + goesOn } : fadeOut,
  };
}
