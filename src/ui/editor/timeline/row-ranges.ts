import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { covers, visibleRange, type Scale, type TimeRange } from './geometry.ts';

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
  const waiting = new Set<Row>();
  let frame = 0;
  let zoom = 0;
  const getNext = (number: number): TimeRange => {
    // Distributes the steps of the rendered rows and of the ruler evenly.
    const count = rowsMost.peek() + 1;
    return visibleRange(scale.peek(), widthPx.peek(), ((number + 1) % count) / count);
  };
  const stepNext = (): void => {
    const [row] = waiting;
    if (row) {
      waiting.delete(row);
      row.range.value = getNext(row.number);
    }
    frame = waiting.size > 0 ? requestAnimationFrame(stepNext) : 0;
  };
  // Not a computed signal: with each scrolled pixel, everything that visible clips compute from it would be checked for changes.
  effect(() => {
    const [seen, seenPx] = [scale.value, widthPx.value, rowsMost.value] as const;
    const isZoomed = seen.pixelsPerSecond !== zoom;
    zoom = seen.pixelsPerSecond;
    for (const row of rows.values()) {
      const [last, next] = [row.range.peek(), getNext(row.number)];
      const isLate = last.fromSeconds !== next.fromSeconds || last.toSeconds !== next.toSeconds;
      if (isLate && !isZoomed && row.isRendered && covers(last, seen, seenPx)) {
        waiting.add(row);
      } else {
        waiting.delete(row);
        row.range.value = isLate ? next : last;
      }
    }
    if (waiting.size > 0) {
      frame ||= requestAnimationFrame(stepNext);
    }
  });
  return (number) => {
    const row = rows.get(number) ?? createRow(number, getNext(number));
    rows.set(number, row);
    return row.range;
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
