import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Scale, TimeRange } from '../geometry.ts';

type Row = { readonly number: number; readonly range: Signal<TimeRange>; isRendered: boolean };

/**
 * Returns the time range that each row renders, by its number; -1 is the ruler, above the first row. Ranges change in steps, and
 * a scroll changes several of them at once. One row is updated in each frame, because its additional content is not visible yet.
 * Ranges near the view do not wait, nor does a zoom, which changes the number of visible pieces.
 */
export function createRowRanges(
  scale: ReadonlySignal<Scale>,
  widthPx: ReadonlySignal<number>,
  rowsMost: ReadonlySignal<number>,
): (number: number) => ReadonlySignal<TimeRange> {
  const rows = new Map<number, Row>();
  let zoom = 0;
  const getNext = (number: number): TimeRange => {
    // Distributes the steps of the rendered rows and of the ruler evenly.
    const count = rowsMost.peek() + 1;
    return visibleRange(scale.peek(), widthPx.peek(), ((number + 1) % count) / count);
  };
  const queue = createFrameQueue((row) => {
    row.range.value = getNext(row.number);
  });
  // Not a computed signal: with each scrolled pixel, everything that visible clips compute from it would be checked for changes.
  effect(() => {
    const [seen, seenPx] = [scale.value, widthPx.value, rowsMost.value] as const;
    const isZoomed = seen.pixelsPerSecond !== zoom;
    zoom = seen.pixelsPerSecond;
    for (const row of rows.values()) {
      const [last, next] = [row.range.peek(), getNext(row.number)];
      const isLate = last.fromSeconds !== next.fromSeconds || last.toSeconds !== next.toSeconds;
      if (isLate && !isZoomed && row.isRendered && covers(last, seen, seenPx)) {
        queue.add(row);
      } else {
        queue.remove(row);
        row.range.value = isLate ? next : last;
      }
    }
  });
  return (number) => {
    const row = rows.get(number) ?? createRow(number, getNext(number));
    rows.set(number, row);
    return row.range;
  };
}

/** Creates a queue that handles one row in each frame. */
function createFrameQueue(act: (row: Row) => void) {
  const waiting = new Set<Row>();
  let frame = 0;
  const actOnNext = (): void => {
    const [row] = waiting;
    if (row) {
      waiting.delete(row);
      act(row);
    }
    frame = waiting.size > 0 ? requestAnimationFrame(actOnNext) : 0;
  };
  return {
    add: (row: Row): void => {
      waiting.add(row);
      frame ||= requestAnimationFrame(actOnNext);
    },
    remove: (row: Row): void => void waiting.delete(row),
  };
}

function createRow(number: number, range: TimeRange): Row {
  const row: Row = {
    number,
    range: signal(range, { watched: () => (row.isRendered = true), unwatched: () => (row.isRendered = false) }),
    isRendered: false,
  };
  return row;
}

/** The step of the rendered range, as a share of the view. */
const stepShare = 1 / 5;
/** The min margin that is rendered beyond both edges, for three frames of a fast scroll. Pixels. */
const minBeyondPx = 200;

/**
 * Returns the time range to render for a view of `widthPx`. It changes in steps, so that it stays the same during a short
 * scroll. `phase`, 0 to 1, shifts the steps, so that not all ranges change in the same frame.
 */
export function visibleRange({ pixelsPerSecond, startSeconds }: Scale, widthPx: number, phase = 0): TimeRange {
  const step = Math.max(1e-3, (widthPx * stepShare) / pixelsPerSecond);
  const beyond = Math.max(step / 2, minBeyondPx / pixelsPerSecond);
  const first = Math.floor(startSeconds / step - phase) + phase;
  const last = Math.ceil((startSeconds + widthPx / pixelsPerSecond) / step - phase) + phase;
  return { fromSeconds: Math.max(0, first * step - beyond), toSeconds: last * step + beyond };
}

/** Returns whether a range contains the view and half of the min margin around it. */
export function covers(range: TimeRange, { pixelsPerSecond, startSeconds }: Scale, widthPx: number): boolean {
  const nearPx = minBeyondPx / 2;
  const first = Math.max(0, startSeconds - nearPx / pixelsPerSecond);
  return range.fromSeconds <= first && range.toSeconds >= startSeconds + (widthPx + nearPx) / pixelsPerSecond;
}
