import { computed, useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import './clip.css';
import type { Item, Track } from '#core/timeline/document.ts';
import type { Editor } from '../editor.ts';
import type { Times } from './times.ts';
import { ClipBody } from './clip-body.tsx';
import { nameOfClip } from './clip-words.ts';
import type { TimeRange } from './geometry.ts';
import { isLong } from './strip-pieces.ts';
import type { ShownGesture } from './timeline-view.ts';

/**
 * A clip on its track. Its box is placed by times, which the style sheet multiplies by the zoom; during a gesture this
 * component alone renders again, with what the gesture makes of the clip.
 */
export function Clip(props: {
  /** Told, not asked of a context: many clips come into view in a frame. */
  editor: Editor;
  item: Item;
  track: Track;
  rowPx: number;
  /** What of the time is to be rendered. */
  range: ReadonlySignal<TimeRange>;
  number: number;
  count: number;
  /** The clip that ends where this one begins. */
  touchedId: string | null;
  isTabStop: boolean;
}) {
  const { editor, item, track, rowPx, range, touchedId } = props;
  const { shown, content, shift, isHeld, isLifted, isRefused, says } = useGesture(editor, item, range);
  const holding = useHolding(editor, item.id, touchedId);
  const isSelected = holding === 'selected';
  const isLocked = item.isLocked || track.isLocked;
  const isHandled = isSelected && !isLocked;
  // The same element is not rendered again.
  const body = useMemo(
    () => <ClipBody view={editor.view} item={content} rowPx={rowPx} isHandled={isHandled} range={range} says={says} />,
    [content, rowPx, isHandled, range, says],
  );
  const isOff = track.isHidden || item.isHidden;
  const isSilent = track.isMuted || ('isMuted' in item && item.isMuted);
  return (
    <li
      class="clip"
      data-part="body"
      data-item={item.id}
      data-kind={item.type}
      data-selected={isSelected || undefined}
      data-held={isHeld || undefined}
      data-lifted={isLifted || undefined}
      data-refused={isRefused || undefined}
      data-off={isOff || undefined}
      data-silent={isSilent || undefined}
      data-locked={isLocked || undefined}
      data-group={item.groupId === undefined ? undefined : true}
      style={placeOf(shown, shift)}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={nameOfClip(shown, { number: props.number, track, isSelected })}
      aria-setsize={props.count}
      aria-posinset={props.number}
    >
      {body}
      {holding !== 'free' && !isLocked && endsOf(touchedId !== null)}
    </li>
  );
}

/** What the ends are held by: beyond a short clip too, as a finger needs more room than it has. */
const endsOf = (isCut: boolean) => (
  <>
    <span class="clip-edge clip-edge-start" data-part="edge" data-edge="start" />
    <span class="clip-edge clip-edge-end" data-part="edge" data-edge="end" />
    {isCut && <span class="clip-roll" data-part="roll" />}
  </>
);

/**
 * A clip has ends to be held by where it is selected or pointed at, and so has the one that begins where it ends. All others come
 * into view without: many come in a frame.
 */
function useHolding(
  { selection, view }: Editor,
  id: string,
  touchedId: string | null,
): 'selected' | 'pointed' | 'free' {
  const holding = useMemo(
    () =>
      computed(() => {
        const isNear = (one: string): boolean => one === view.pointedId.value || selection.value.includes(one);
        const isHeld = isNear(id) || (touchedId !== null && isNear(touchedId));
        return selection.value.includes(id) ? 'selected' : isHeld ? 'pointed' : 'free';
      }),
    [id, touchedId],
  );
  return holding.value;
}

/** So many clips are lifted at once: each is a layer, and all layers are put together anew when one moves. */
const liftedMost = 8;

/** What a gesture makes of a clip, and what of that its body shows; one that it does not touch does not hear of it. */
function useGesture({ view: { gesture, pixelsPerSecond } }: Editor, item: Item, range: ReadonlySignal<TimeRange>) {
  // One value for all of it: every clip that comes into view makes what it listens by.
  const touch = useComputed(() => touchOf(gesture.value, item.id)).value;
  const shown = touch?.shown ?? item;
  const isMoved = isOnlyMoved(shown, item);
  const isLifted = touch?.isFew === true && isMoved && !isLong(item, range.peek(), pixelsPerSecond.peek());
  return {
    shift: 0,
    isHeld: false,
    isRefused: false,
    says: null,
    ...touch,
    shown,
    content: isMoved ? item : shown,
    isLifted,
  };
}

function touchOf(gesture: ShownGesture | null, id: string) {
  const shown = gesture?.items.get(id);
  const shift = gesture?.rowShifts.get(id) ?? 0;
  const isHeld = gesture?.heldIds.has(id) === true;
  const isRefused = isHeld && gesture.refusal !== null;
  const says = isHeld ? gesture.says : null;
  const isFew = isHeld && gesture.heldIds.size <= liftedMost;
  return shown || shift !== 0 || isHeld ? { ...(shown && { shown }), shift, isHeld, isFew, isRefused, says } : null;
}

/** Whether a gesture has only moved an item: its body, which shows no place in time, stays as it is. */
const isOnlyMoved = (shown: Item, item: Item): boolean =>
  shown === item ||
  Object.keys(shown).every((name) => name === 'startSeconds' || Reflect.get(shown, name) === Reflect.get(item, name));

const placeOf = (item: Item, shiftPx: number): Times & { translate?: string } => ({
  '--clip-start': item.startSeconds,
  '--clip-length': item.durationSeconds,
  ...(shiftPx !== 0 && { translate: `0 ${shiftPx}px` }),
});
