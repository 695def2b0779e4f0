import type { PlayOrder } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';

type Span = NonNullable<PlayOrder['span']>;

/**
 * Returns the span of the canvas that an order plays, in seconds; null if it contains no frame. Looping over an empty span would
 * leave the worker no time to receive other messages.
 */
export function playedSpan(order: Pick<PlayOrder, 'span'>, document: TimelineDocument): Span | null {
  const span = order.span ?? { startSeconds: 0, endSeconds: getDocumentSeconds(document) };
  return isBefore(span.startSeconds, span.endSeconds, document.frameRate) ? span : null;
}

/**
 * Returns a time within the frame on which playback stopped. At the end of the span, that is its last frame: the next frame may
 * belong to another clip.
 */
export function standingSeconds(seconds: number, order: Pick<PlayOrder, 'span'>, document: TimelineDocument): number {
  const durationSeconds = getDocumentSeconds(document);
  const isAtEnd = seconds === order.span?.endSeconds;
  const endSeconds = isAtEnd ? Math.min(seconds, durationSeconds) : durationSeconds;
  return Math.max(0, Math.min(seconds, endSeconds - 0.5 / document.frameRate));
}
