import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineView } from '../timeline-view.ts';
import type { TimeRange } from '../geometry.ts';
import { createRowRanges } from './row-ranges.ts';

/** The values that the lanes derive from the view of the timeline. They change in steps, not with every pixel. */
export type LaneView = {
  readonly view: TimelineView;
  /**
   * The zoom, rounded down to eighths of a doubling: it determines the truncation of names, so that small zooms do not change
   * them.
   */
  readonly titleZoom: ReadonlySignal<number>;
  /** The max number of rendered rows. */
  readonly rowsMost: Signal<number>;
  /**
   * Returns the time range that a row renders. The steps of each row are shifted, so that rows and ruler do not all render in
   * one frame.
   */
  readonly getRange: (number: number) => ReadonlySignal<TimeRange>;
};

const laneViews = new WeakMap<TimelineView, LaneView>();

/** Returns the values of a view, which stay while the list view replaces the lanes. */
export function getLaneView(view: TimelineView): LaneView {
  const lanes = laneViews.get(view) ?? createLaneView(view);
  laneViews.set(view, lanes);
  return lanes;
}

function createLaneView(view: TimelineView): LaneView {
  const { pixelsPerSecond, startSeconds, widthPx } = view;
  const rowsMost = signal(1);
  const scale = computed(() => ({ pixelsPerSecond: pixelsPerSecond.value, startSeconds: startSeconds.value }));
  return {
    view,
    titleZoom: computed(() => 2 ** (Math.floor(8 * Math.log2(pixelsPerSecond.value)) / 8)),
    rowsMost,
    getRange: createRowRanges(scale, widthPx, rowsMost),
  };
}
