import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { followPointer } from '#ui/kit/drag.ts';
import './timeline.css';
import { Playhead } from './playhead.tsx';
import { getView, revealRange, toTime, type Timeline } from './timeline.ts';
import { TimelineOverview } from './timeline-overview.tsx';
import { TimelineRuler } from './timeline-ruler.tsx';
import { fitWindow, zoomWindow } from './view-window.ts';

/** The timeline of a review: overview, ruler and lanes, which start and end at the same positions. */
export function ReviewTimeline(props: {
  timeline: Timeline;
  /** The accessible name of the ruler. */
  name?: string;
  /** The content of the overview. Without any, the overview is a thin bar. */
  overview?: ComponentChildren;
  tools?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { timeline, name = 'Time', overview, tools, children } = props;
  const lanes = useRef<HTMLDivElement>(null);
  useWheel(lanes, timeline);
  return (
    <section class="review-timeline" aria-label="Timeline">
      <div class="time-bar">
        <div class="row">{tools}</div>
        <Zoom timeline={timeline} />
      </div>
      <Lane name="Overview">
        <TimelineOverview timeline={timeline}>{overview}</TimelineOverview>
      </Lane>
      <div class="time-lanes" ref={lanes} onPointerDown={(event) => pan(event, lanes.current, timeline)}>
        <Lane name="">
          <TimelineRuler timeline={timeline} name={name} />
        </Lane>
        {children}
        <div class="time-over">
          <Playhead timeline={timeline} />
        </div>
      </div>
    </section>
  );
}

/** A row of a timeline, with its name before it. */
export function Lane({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="time-lane">
      <span class="time-head">{name}</span>
      <div class="time-track">{children}</div>
    </div>
  );
}

/** A layer over the whole duration, of which the lane shows the visible part: shares of its width are shares of the duration. */
export function WholeLength({ timeline, children }: { timeline: Timeline; children: ComponentChildren }) {
  const layer = useRef<HTMLDivElement>(null);
  const { durationSeconds } = timeline;
  const { from, to } = getView(timeline);
  const show = ({ target }: FocusEvent): void => {
    const whole = layer.current?.getBoundingClientRect();
    if (whole && target instanceof HTMLElement && target.matches(':focus-visible')) {
      const { left, right } = target.getBoundingClientRect();
      const [start, end] = [left, right].map((x) => ((x - whole.left) / whole.width) * durationSeconds);
      revealRange(timeline, Math.max(0, start ?? 0), Math.min(durationSeconds, end ?? 0));
    }
  };
  return (
    <div
      class="time-whole"
      ref={layer}
      style={{
        insetInlineStart: `${(-100 * from) / (to - from)}%`,
        inlineSize: `${(100 * durationSeconds) / (to - from)}%`,
      }}
      onFocusCapture={show}
    >
      {children}
    </div>
  );
}

function Zoom({ timeline }: { timeline: Timeline }) {
  const { view, player, durationSeconds } = timeline;
  const { from, to } = getView(timeline);
  const zoom = (factor: number): void => {
    const at = player.seconds.value;
    view.value = zoomWindow({ from, to }, factor, at >= from && at <= to ? at : (from + to) / 2, durationSeconds);
  };
  const isWhole = to - from >= durationSeconds;
  const buttons: readonly [label: string, name: string, isOff: boolean, act: () => void][] = [
    ['−', 'Zoom out', isWhole, () => zoom(2)],
    ['+', 'Zoom in', to - from <= Math.min(1, durationSeconds), () => zoom(0.5)],
    ['Fit', 'Fit the whole timeline', isWhole, () => (view.value = { from: 0, to: durationSeconds })],
  ];
  return (
    <div class="time-zoom">
      {buttons.map(([label, name, isOff, act]) => (
        <button
          key={name}
          type="button"
          class="button button-quiet"
          aria-label={name}
          title={name}
          disabled={isOff}
          onClick={act}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Handles the wheel: with Ctrl it zooms at the pointer, otherwise it scrolls, only sideways. */
function useWheel(box: { readonly current: HTMLElement | null }, timeline: Timeline): void {
  const now = useRef(timeline);
  now.current = timeline;
  useEffect(() => {
    const element = box.current;
    const onWheel = (event: WheelEvent): void => {
      const { view, durationSeconds } = now.current;
      const { from, to } = getView(now.current);
      const track = element?.querySelector('.time-track') ?? null;
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const around = toTime(now.current, track, event.clientX);
        view.value = zoomWindow({ from, to }, Math.exp(event.deltaY / 300), around, durationSeconds);
      } else if (event.deltaX !== 0 || event.shiftKey) {
        event.preventDefault();
        const bySeconds = ((event.deltaX || event.deltaY) / (track?.clientWidth ?? 1)) * (to - from);
        view.value = fitWindow({ from: from + bySeconds, to: to + bySeconds }, durationSeconds);
      }
    };
    // Preact adds passive wheel listeners, which cannot prevent the page from zooming.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
}

/** The movement from which a finger scrolls, in CSS pixels. */
const minPanPx = 8;

/** Scrolls the lanes with a finger, unless it drags something. */
function pan(press: PointerEvent, lanes: HTMLElement | null, timeline: Timeline): void {
  const isOnSlider = press.target instanceof Element && press.target.closest('[role=slider]') !== null;
  if (press.pointerType !== 'touch' || isOnSlider) {
    return;
  }
  const { from, to } = getView(timeline);
  const width = lanes?.querySelector('.time-track')?.clientWidth ?? 1;
  followPointer(press, {
    minPx: minPanPx,
    move: ({ x }) => {
      if (lanes?.querySelector('[data-dragged]') === null) {
        const bySeconds = (-x / width) * (to - from);
        timeline.view.value = fitWindow({ from: from + bySeconds, to: to + bySeconds }, timeline.durationSeconds);
      }
    },
  });
}
