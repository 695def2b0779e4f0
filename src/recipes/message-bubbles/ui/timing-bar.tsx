import { signal, useComputed, type Signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { useDrag } from '#ui/kit/drag.ts';
import { Lane, WholeLength } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { toTime, type Timeline } from '#ui/reviews/any/timeline/timeline.ts';
import { getBounds, moveTime, getRest, type Script } from './script-edits.ts';

type Moved = { readonly index: number; readonly atSeconds: number };

/** The times of the messages over the duration of the video. They are moved by dragging or with the arrow keys. */
export function TimingBar(props: {
  script: Script;
  timeline: Timeline;
  onChange: (script: Script, gesture?: string) => void;
}) {
  const { script, timeline, onChange } = props;
  const { messages } = script;
  const { player } = timeline;
  const moved = useMemo(() => signal<Moved | null>(null), []);
  const bar = useRef<HTMLDivElement>(null);
  const toSeconds = (clientX: number): number => toTime(timeline, bar.current?.closest('.time-track') ?? null, clientX);
  return (
    <Lane name="Messages">
      <WholeLength timeline={timeline}>
        <div
          class="timing-bar"
          ref={bar}
          role="group"
          aria-label="Timing of the messages"
          onClick={(event) => player.seek(toSeconds(event.clientX))}
        >
          {messages.map((_, index) => (
            <Block
              key={index}
              script={script}
              index={index}
              moved={moved}
              toSeconds={toSeconds}
              onCommit={(atSeconds, gesture) => {
                const next = moveTime(script, index, atSeconds);
                onChange(next, gesture);
                player.seek(getRest(next, index));
              }}
            />
          ))}
        </div>
      </WholeLength>
    </Lane>
  );
}

type BlockProps = {
  script: Script;
  index: number;
  moved: Signal<Moved | null>;
  toSeconds: (clientX: number) => number;
  onCommit: (atSeconds: number, gesture?: string) => void;
};

/** A message: the typing dots, and then the time until the next one. During a drag, only this message moves. */
function Block(props: BlockProps) {
  const { script, index, moved, onCommit } = props;
  const { messages, durationSeconds } = script;
  const message = messages[index];
  const drag = useBlockDrag(props);
  const movedTo = useComputed(() => (moved.value?.index === index ? moved.value.atSeconds : null));
  if (!message) {
    return null;
  }
  const { least, most } = getBounds(script, index);
  const at = movedTo.value ?? message.atSeconds;
  const end = messages[index + 1]?.atSeconds ?? durationSeconds;
  const place = {
    insetInlineStart: `${share(at, durationSeconds)}%`,
    inlineSize: `${share(Math.max(0, end - at), durationSeconds)}%`,
    '--dots': `${(100 * message.typingSeconds) / Math.max(0.01, end - at)}%`,
  };
  return (
    <div
      class={`timing-block timing-${message.from}`}
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={`Message ${index + 1}, start time`}
      aria-valuemin={least}
      aria-valuemax={Math.min(most, durationSeconds)}
      aria-valuenow={message.atSeconds}
      aria-valuetext={`${at.toFixed(1)} s`}
      {...drag}
      onKeyDown={(event) => {
        const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        if (way !== undefined && !event.altKey) {
          event.preventDefault();
          onCommit(message.atSeconds + way * (event.shiftKey ? 1 : 0.1), `time ${index}`);
        }
      }}
    >
      <span class="timing-text">{message.text}</span>
    </div>
  );
}

function useBlockDrag({ script, index, moved, toSeconds, onCommit }: BlockProps) {
  const was = script.messages[index]?.atSeconds ?? 0;
  const { least, most } = getBounds(script, index);
  const startDrag = useDrag<{ readonly offsetSeconds: number }>({
    move: (_, { clientX }, { offsetSeconds }) => {
      moved.value = { index, atSeconds: Math.min(most, Math.max(least, toSeconds(clientX) - offsetSeconds)) };
    },
    end: (isDone) => {
      const { value } = moved;
      moved.value = null;
      if (isDone && value?.index === index && value.atSeconds !== was) {
        onCommit(value.atSeconds);
      }
    },
  });
  return {
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }) =>
      startDrag(event, { offsetSeconds: toSeconds(event.clientX) - was }),
  };
}

const share = (seconds: number, whole: number): number => (whole > 0 ? (100 * seconds) / whole : 0);
