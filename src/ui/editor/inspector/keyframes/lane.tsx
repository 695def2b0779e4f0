import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Item } from '#core/timeline/document.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { useEditor } from '../../editor.ts';
import { useGesture, type Gesture } from '../controls/gesture.ts';
import { useFrameRate, useSubject } from '../subject.ts';
import { formatTime } from '../../time-notation.ts';
import { getKeyframes, moveKeyframeEdits, type Keyframe } from './keyframes.ts';
import { animatedNumbers } from './numbers.ts';

/** The selected keyframe; its time may differ by rounding. */
export type Chosen = { readonly name: AnimatedName; readonly atSeconds: number };

type LaneProps = {
  readonly item: Item;
  readonly name: AnimatedName;
  readonly keyframes: readonly Keyframe[];
  readonly chosen: Signal<Chosen | null>;
};

/**
 * The keyframes of one number. Arrow keys select the previous or next one, and move it by a frame with Alt, by ten with Shift
 * too. Delete removes it; the pointer drags it.
 */
export function Lane({ item, name, keyframes, chosen }: LaneProps) {
  const { transport } = useEditor();
  const frameRate = useFrameRate();
  const gesture = useGesture('Move keyframe');
  const lane = useRef<HTMLDivElement>(null);
  const isChosen = (one: Keyframe): boolean =>
    chosen.value?.name === name && isSameTime(one.atSeconds, chosen.value.atSeconds, frameRate);
  const first = Math.max(0, keyframes.findIndex(isChosen));
  const onKeyDown = useLaneKeys({ name, gesture, chosen, lane });
  const drag = useDrag({ name, gesture, chosen, lane });
  return (
    <div class="lane" ref={lane} onKeyUp={gesture.finish}>
      {keyframes.map((keyframe, index) => (
        <button
          // Keyed by position, so that a dragged keyframe keeps its element, which captures the pointer.
          key={index}
          type="button"
          class={isChosen(keyframe) ? 'lane-key lane-key-chosen' : 'lane-key'}
          style={{ insetInlineStart: `${(keyframe.atSeconds / item.durationSeconds) * 100}%` }}
          tabIndex={index === first ? 0 : -1}
          aria-pressed={isChosen(keyframe)}
          {...toWords(name, keyframe, frameRate)}
          onClick={() => {
            chosen.value = { name, atSeconds: keyframe.atSeconds };
            transport.seek(item.startSeconds + keyframe.atSeconds);
          }}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPointerDown={(event) => drag.start(event, index)}
          onPointerMove={drag.move}
          onPointerUp={drag.end}
          onPointerCancel={drag.cancel}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M6 1.5 10.5 6 6 10.5 1.5 6z" />
          </svg>
        </button>
      ))}
    </div>
  );
}

function toWords(name: AnimatedName, { value, atSeconds }: Keyframe, frameRate: number) {
  const { label, notation } = animatedNumbers[name];
  const words = `${label} ${notation.format(value)} at ${formatTime(atSeconds, frameRate)}`;
  return { 'aria-label': words, title: words };
}

type LaneParts = {
  readonly name: AnimatedName;
  readonly gesture: Gesture;
  readonly chosen: Signal<Chosen | null>;
  readonly lane: { readonly current: HTMLDivElement | null };
};

function useLaneKeys({ name, gesture, chosen, lane }: LaneParts) {
  const { document, apply } = useEditor();
  const { items, targets } = useSubject();
  /** The original keyframe while a key is held: the move continues from the previewed time, and the edits from the original one. */
  const from = useRef<Keyframe | null>(null);
  const nudge = (index: number, frames: number): void => {
    const { frameRate } = document.peek();
    const shown = keyframeAt(items.peek()[0], name, index);
    const [item] = targets();
    from.current = gesture.isGoing() ? from.current : shown;
    if (shown && item && from.current) {
      const toSeconds = shown.atSeconds + frames / frameRate;
      gesture.show(moveKeyframeEdits(item, name, from.current, { toSeconds, frameRate }));
      chosen.value = { name, atSeconds: Math.max(0, toSeconds) };
    }
  };
  const remove = (index: number): void => {
    const keyframe = keyframeAt(items.peek()[0], name, index);
    const [item] = targets();
    if (keyframe && item) {
      apply(
        [{ type: 'remove-keyframe', itemId: item.id, property: name, atSeconds: keyframe.atSeconds }],
        'Remove keyframe',
      );
    }
  };
  return (event: KeyboardEvent, index: number): void => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const isRemoval = event.key === 'Delete' || event.key === 'Backspace';
    if (way === 0 && !isRemoval) {
      return;
    }
    // All of these keys are also commands of the editor.
    event.preventDefault();
    event.stopPropagation();
    if (isRemoval) {
      remove(index);
    } else if (event.altKey) {
      nudge(index, way * (event.shiftKey ? 10 : 1));
    } else {
      lane.current?.querySelectorAll('button')[index + way]?.focus();
    }
  };
}

function useDrag({ name, gesture, chosen, lane }: LaneParts) {
  const { document } = useEditor();
  const { targets } = useSubject();
  const drag = useRef<{ readonly keyframe: Keyframe; readonly fromX: number; isMoved: boolean } | null>(null);
  const finish = (how: 'finish' | 'cancel') => (): void => {
    if (drag.current?.isMoved === true) {
      gesture[how]();
    }
    drag.current = null;
  };
  return {
    start: (event: PointerEvent & { currentTarget: HTMLElement }, index: number): void => {
      const keyframe = keyframeAt(targets()[0], name, index);
      if (keyframe && event.button === 0) {
        drag.current = { keyframe, fromX: event.clientX, isMoved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }
    },
    move: (event: PointerEvent): void => {
      const [item] = targets();
      const { current } = drag;
      const width = lane.current?.clientWidth ?? 0;
      if (!current || !item || width === 0 || (!current.isMoved && Math.abs(event.clientX - current.fromX) < 3)) {
        return;
      }
      current.isMoved = true;
      const { frameRate } = document.peek();
      const toSeconds = current.keyframe.atSeconds + ((event.clientX - current.fromX) / width) * item.durationSeconds;
      gesture.show(moveKeyframeEdits(item, name, current.keyframe, { toSeconds, frameRate }));
      chosen.value = { name, atSeconds: Math.min(item.durationSeconds, Math.max(0, toSeconds)) };
    },
    end: finish('finish'),
    cancel: finish('cancel'),
  };
}

const keyframeAt = (item: Item | undefined, name: AnimatedName, index: number): Keyframe | null =>
  item ? (getKeyframes(item, name)[index] ?? null) : null;
