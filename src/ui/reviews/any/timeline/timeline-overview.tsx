import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useDrag } from '#ui/kit/drag.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Playhead } from './playhead.tsx';
import { getView, type Timeline } from './timeline.ts';
import { fitWindow } from './view-window.ts';

/** The whole timeline, and a draggable window over the part that the lanes show. It has the same edges as the lanes. */
export function TimelineOverview({ timeline, children }: { timeline: Timeline; children?: ComponentChildren }) {
  const { view, durationSeconds } = timeline;
  const box = useRef<HTMLDivElement>(null);
  const timeAt = (event: PointerEvent): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((event.clientX - left) / width) * durationSeconds;
  };
  const moveTo = (start: number): void => {
    const { from, to } = getView(timeline);
    view.value = fitWindow({ from: start, to: start + to - from }, durationSeconds);
  };
  const startDrag = useDrag<{ readonly offsetSeconds: number }>({
    move: (_, event, { offsetSeconds }) => moveTo(timeAt(event) - offsetSeconds),
  });
  return (
    <div
      class={children === undefined ? 'time-overview time-overview-slim' : 'time-overview'}
      ref={box}
      onPointerDown={(event) => {
        const { from, to } = getView(timeline);
        const at = timeAt(event);
        const offsetSeconds = at >= from && at <= to ? at - from : (to - from) / 2;
        moveTo(at - offsetSeconds);
        startDrag(event, { offsetSeconds });
      }}
    >
      {children}
      <Playhead timeline={timeline} isWhole />
      <Window timeline={timeline} onMove={moveTo} />
    </div>
  );
}

/** The visible part, in its own component because it moves with the pointer. */
function Window({ timeline, onMove }: { timeline: Timeline; onMove: (from: number) => void }) {
  const { durationSeconds } = timeline;
  const { from, to } = getView(timeline);
  const toShare = (seconds: number): string => `${(100 * seconds) / durationSeconds}%`;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 0.1 * (to - from),
    ArrowRight: from + 0.1 * (to - from),
    PageUp: from - (to - from),
    PageDown: to,
    Home: 0,
    End: durationSeconds,
  };
  return (
    <div
      class="time-window"
      role="slider"
      tabIndex={0}
      aria-label="Visible part"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, durationSeconds - (to - from))}
      aria-valuenow={from}
      aria-valuetext={`${toTimecode(from)} to ${toTimecode(to)}`}
      style={{ insetInlineStart: toShare(from), inlineSize: toShare(to - from) }}
      onKeyDown={(event) => {
        const next = steps[event.key];
        if (next !== undefined) {
          event.preventDefault();
          onMove(next);
        }
      }}
    />
  );
}
