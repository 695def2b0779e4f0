import { signal, useComputed, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { toTimecode } from '#ui/kit/format.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { listTicks } from '#ui/reviews/any/ticks.ts';
import { getBounds, moveTime, getRest, type Script } from './script-edits.ts';

/** The minimum width of a second, so that messages can be distinguished; a bar is never wider than this. */
const secondPx = 20;
const widestPx = 12_000;

type Moved = { readonly index: number; readonly atSeconds: number };

/** The times of the messages over the duration of the video. They are moved by dragging or with the arrow keys. */
export function TimingBar(props: {
  script: Script;
  player: DraftPlayer;
  onChange: (script: Script, gesture?: string) => void;
}) {
  const { script, player, onChange } = props;
  const { messages, durationSeconds } = script;
  const bar = useRef<HTMLDivElement>(null);
  const moved = useMemo(() => signal<Moved | null>(null), []);
  const toSeconds = (clientX: number): number => {
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return (durationSeconds * (clientX - left)) / width;
  };
  const width = Math.min(widestPx, secondPx * durationSeconds);
  return (
    <div class="timing-frame" tabIndex={0} role="group" aria-label="Timing of the messages">
      <div
        class="timing-bar"
        ref={bar}
        style={{ minInlineSize: `${width}px` }}
        onClick={(event) => player.seek(Math.min(durationSeconds, Math.max(0, toSeconds(event.clientX))))}
      >
        {listTicks(durationSeconds, Math.max(width, 480)).map((seconds) => (
          <span key={seconds} class="bar-tick num" style={{ insetInlineStart: `${share(seconds, durationSeconds)}%` }}>
            {toTimecode(seconds).replace(/\.00$/, '')}
          </span>
        ))}
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
        <Playhead player={player} durationSeconds={durationSeconds} />
      </div>
    </div>
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
  const grabbed = useRef(0);
  const was = script.messages[index]?.atSeconds ?? 0;
  const { least, most } = getBounds(script, index);
  const stop = (isTaken: boolean): void => {
    const { value } = moved;
    moved.value = null;
    if (isTaken && value?.index === index && value.atSeconds !== was) {
      onCommit(value.atSeconds);
    }
  };
  return {
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      grabbed.current = toSeconds(event.clientX) - was;
      moved.value = { index, atSeconds: was };
    },
    onPointerMove: (event: PointerEvent) => {
      if (moved.value?.index === index) {
        const wanted = toSeconds(event.clientX) - grabbed.current;
        moved.value = { index, atSeconds: Math.min(most, Math.max(least, wanted)) };
      }
    },
    onPointerUp: () => stop(true),
    onPointerCancel: () => stop(false),
  };
}

/** The current time. */
function Playhead({ player, durationSeconds }: { player: DraftPlayer; durationSeconds: number }) {
  const line = useRef<HTMLSpanElement>(null);
  const length = useSignal(durationSeconds);
  length.value = durationSeconds;
  useSignalEffect(() => {
    const at = share(Math.min(length.value, player.seconds.value), length.value);
    line.current?.style.setProperty('inset-inline-start', `${at}%`);
  });
  return <span ref={line} class="timing-playhead" aria-hidden="true" />;
}

const share = (seconds: number, whole: number): number => (whole > 0 ? (100 * seconds) / whole : 0);
