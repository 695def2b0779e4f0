import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { covers, visibleRange, type Scale, type TimeRange } from './geometry.ts';

type Row = { readonly number: number; readonly range: Signal<TimeRange>; isRendered: boolean };

/**
 * The time that each row renders, by its number; -1 is the ruler, which lies before the first. It changes by steps, and a scroll brings
 * several of them at once: one row takes its step in each frame, as what it adds is not in sight yet. What is near the view does not wait,
 * nor does another zoom, at which what is in sight becomes many pieces or few.
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
  const nextOf = (number: number): TimeRange => {
    // As far from each other as the rows that are rendered, and the ruler before them, can have theirs.
    const count = rowsMost.peek() + 1;
    return visibleRange(scale.peek(), widthPx.peek(), ((number + 1) % count) / count);
  };
  const stepNext = (): void => {
    const [row] = waiting;
    if (row) {
      waiting.delete(row);
      row.range.value = nextOf(row.number);
    }
    frame = waiting.size > 0 ? requestAnimationFrame(stepNext) : 0;
  };
  // Not computed: with each pixel that is scrolled, all that every clip in sight computes from it would be asked whether it is new.
  effect(() => {
    const [seen, seenPx] = [scale.value, widthPx.value, rowsMost.value] as const;
    const isZoomed = seen.pixelsPerSecond !== zoom;
    zoom = seen.pixelsPerSecond;
    for (const row of rows.values()) {
      const [last, next] = [row.range.peek(), nextOf(row.number)];
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
    const row = rows.get(number) ?? createRow(number, nextOf(number));
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
