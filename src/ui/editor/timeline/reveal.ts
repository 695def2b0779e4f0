import type { Item } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import type { Scale } from './geometry.ts';
import type { Row } from './rows.ts';

/** The visible area of the tracks, in pixels, from the top of the first one. */
export type Seen = { readonly topPx: number; readonly heightPx: number; readonly widthPx: number };

/**
 * Returns the scroll position that reveals an invisible clip: the time at the left edge and the pixels from the top. A partly
 * visible clip stays in place, for example under the pointer that just pressed it.
 */
export function revealed(
  { pixelsPerSecond, startSeconds }: Scale,
  { topPx, heightPx, widthPx }: Seen,
  row: Row,
  item: Item,
): { readonly startSeconds: number; readonly topPx: number } {
  const seenSeconds = widthPx / pixelsPerSecond;
  const isSeenAcross = item.startSeconds < startSeconds + seenSeconds && getEnd(item) > startSeconds;
  const isSeenDown = row.topPx < topPx + heightPx && row.topPx + row.heightPx > topPx;
  const isAbove = row.topPx < topPx;
  return {
    startSeconds: isSeenAcross ? startSeconds : Math.max(0, item.startSeconds - seenSeconds / 8),
    topPx: isSeenDown ? topPx : isAbove ? row.topPx : Math.max(0, row.topPx + row.heightPx - heightPx),
  };
}
