import { signal, type Signal } from '@preact/signals';

/** What of the timeline is seen, and how pointers act on it. */
export type TimelineView = {
  readonly pixelsPerSecond: Signal<number>;
  /** The time at the left edge, in seconds of the canvas. */
  readonly startSeconds: Signal<number>;
  readonly isSnapping: Signal<boolean>;
  /** `razor` splits what is clicked. */
  readonly tool: Signal<'select' | 'razor'>;
  /** Whether deleting and trimming closes the gap on all tracks. */
  readonly isRippling: Signal<boolean>;
};

export const createTimelineView = (): TimelineView => ({
  pixelsPerSecond: signal(50),
  startSeconds: signal(0),
  isSnapping: signal(true),
  tool: signal('select'),
  isRippling: signal(false),
});
