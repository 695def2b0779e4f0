import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useDrag } from '#ui/kit/drag.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { useSize } from '#ui/kit/use-size.ts';
import { listTicks } from './ticks.ts';
import { getView, toTime, type Timeline } from './timeline.ts';

/** The ruler of a timeline, which moves the playhead by dragging or with the arrow keys. */
export function TimelineRuler({ timeline, name }: { timeline: Timeline; name: string }) {
  const ruler = useRef<HTMLDivElement>(null);
  const { widthPx } = useSize(ruler);
  const { player, durationSeconds, frameRate } = timeline;
  const { from, to } = getView(timeline);
  const seek = (seconds: number): void => player.seek(Math.min(durationSeconds, Math.max(0, seconds)));
  const seekTo = ({ clientX }: PointerEvent): void => seek(toTime(timeline, ruler.current, clientX));
  const startDrag = useDrag({ move: (_, event) => seekTo(event) });
  useSignalEffect(() => {
    const { value } = player.seconds;
    ruler.current?.setAttribute('aria-valuenow', value.toFixed(2));
    ruler.current?.setAttribute('aria-valuetext', toTimecode(value));
  });
  return (
    <div
      ref={ruler}
      class="time-ruler num"
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={0}
      onPointerDown={(event) => {
        seekTo(event);
        startDrag(event);
      }}
      onKeyDown={(event) => {
        const next = toKeyTime(event, player.seconds.value, durationSeconds, frameRate);
        if (next !== null) {
          event.preventDefault();
          seek(next);
        }
      }}
    >
      {listTicks(from, to, Math.max(1, widthPx)).map((seconds) => (
        <span key={seconds} style={{ insetInlineStart: `${(100 * (seconds - from)) / (to - from)}%` }}>
          {toTimecode(seconds).replace(/\.00$/, '')}
        </span>
      ))}
    </div>
  );
}

/** The number of frames that a key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -30,
  PageUp: 30,
};

function toKeyTime({ key, shiftKey }: KeyboardEvent, now: number, end: number, frameRate: number): number | null {
  const frames = (steps[key] ?? 0) * (shiftKey ? 10 : 1);
  const edge = { Home: 0, End: end }[key];
  return edge ?? (frames === 0 ? null : now + frames / frameRate);
}
