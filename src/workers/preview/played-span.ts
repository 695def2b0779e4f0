import type { PlayOrder } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';

type Span = NonNullable<PlayOrder['span']>;

/**
 * The part of a canvas that an order plays, in its seconds; null where there is no frame in it. To play nothing again and again
 * would leave the worker no time to hear of anything else.
 */
export function playedSpan(order: Pick<PlayOrder, 'span'>, document: TimelineDocument): Span | null {
  const span = order.span ?? { startSeconds: 0, endSeconds: getDocumentSeconds(document) };
  return isBefore(span.startSeconds, span.endSeconds, document.frameRate) ? span : null;
}

/**
 * A time within the frame that stands where a playing has stopped: at the end of what was played that is its last frame, not the one
 * behind it, which may be of another clip.
 */
export function standingSeconds(seconds: number, order: Pick<PlayOrder, 'span'>, document: TimelineDocument): number {
  const durationSeconds = getDocumentSeconds(document);
  const isAtEnd = seconds === order.span?.endSeconds;
  const endSeconds = isAtEnd ? Math.min(seconds, durationSeconds) : durationSeconds;
  return Math.max(0, Math.min(seconds, endSeconds - 0.5 / document.frameRate));
}
