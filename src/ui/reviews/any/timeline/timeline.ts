import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { firstWindow, reveal, type ViewWindow } from './view-window.ts';

/** The timeline of a review: its player, and the visible part. Times are seconds of the player's clip or canvas. */
export type Timeline = {
  readonly player: {
    readonly seconds: ReadonlySignal<number>;
    readonly isPlaying: ReadonlySignal<boolean>;
    seek(seconds: number): void;
  };
  readonly durationSeconds: number;
  readonly frameRate: number;
  readonly view: Signal<ViewWindow>;
};

/** Creates a timeline. At first it shows at most `firstSeconds`; by default, a minute. */
export function useTimeline(given: Omit<Timeline, 'view'>, firstSeconds?: number): Timeline {
  const view = useMemo(() => signal(firstWindow(given.durationSeconds, firstSeconds)), []);
  return { ...given, view };
}

/** Returns the part of a timeline that is visible, which ends with the timeline after the timeline became shorter. */
export function getView({ view, durationSeconds }: Timeline): ViewWindow {
  const { from, to } = view.value;
  return from < durationSeconds && to <= durationSeconds
    ? { from, to }
    : { from: Math.max(0, durationSeconds - (to - from)), to: durationSeconds };
}

/** Returns the time at a horizontal position of the window, over an element that shows the visible part. */
export function toTime(timeline: Timeline, track: Element | null, clientX: number): number {
  const { left, width } = track?.getBoundingClientRect() ?? { left: 0, width: 1 };
  const { from, to } = getView(timeline);
  return from + ((clientX - left) / width) * (to - from);
}

/** Scrolls a range into the visible part. */
export function revealRange(timeline: Timeline, startSeconds: number, endSeconds: number): void {
  timeline.view.value = reveal(getView(timeline), { startSeconds, endSeconds }, timeline.durationSeconds);
}
