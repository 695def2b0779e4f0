import type { PlayOrder } from '#core/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { durationOf } from '#core/timeline/schedule.ts';

type Span = NonNullable<PlayOrder['span']>;

/**
 * The part of a canvas that an order plays, in its seconds; null where there is no frame in it. To play nothing again and again
 * would leave the worker no time to hear of anything else.
 */
export function playedSpan(order: Pick<PlayOrder, 'span'>, document: TimelineDocument): Span | null {
  const span = order.span ?? { startSeconds: 0, endSeconds: durationOf(document) };
  return isBefore(span.startSeconds, span.endSeconds, document.frameRate) ? span : null;
}
