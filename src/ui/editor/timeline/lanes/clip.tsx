import { computed, useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import './clip.css';
import type { Item, Track } from '#core/timeline/document.ts';
import type { Editor } from '../../editor.ts';
import type { Times } from '../times.ts';
import { ClipBody, type TransitionBadge } from './clip-body.tsx';
import type { LaneView } from './lane-view.ts';
import { nameOfClip } from '../clip-words.ts';
import type { TimeRange } from '../geometry.ts';
import { isLong } from './strip-pieces.ts';
import type { ShownGesture } from '../timeline-view.ts';

type ClipProps = {
  /** A prop instead of a context, because many clips may enter the view in one frame. */
  editor: Editor;
  lanes: LaneView;
  item: Item;
  track: Track;
  rowPx: number;
  /** The time range to render. */
  range: ReadonlySignal<TimeRange>;
  number: number;
  count: number;
  /** The id of the clip that ends where this one starts. */
  touchedId: string | null;
  isTabStop: boolean;
};

/**
 * A clip on its track. Its box is positioned by times, which the style sheet multiplies by the zoom. During a gesture only this
 * component re-renders, with the result of the gesture.
 */
export function Clip(props: ClipProps) {
  const { editor, item, track, range, touchedId } = props;
  const { shown, content, shift, isHeld, isLifted, isRefused, says } = useGesture(editor, item, range);
  const holding = useHolding(editor, item.id, touchedId);
  const isSelected = holding === 'selected';
  const isLocked = item.isLocked || track.isLocked;
  const body = useBody(props, holding, { item: content, says, isHandled: isSelected && !isLocked });
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
      style={getPlace(shown, shift)}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={nameOfClip(shown, { number: props.number, track, isSelected })}
      aria-setsize={props.count}
      aria-posinset={props.number}
    >
      {body}
      {holding !== 'free' && !isLocked && getEnds(touchedId !== null)}
    </li>
  );
}

/** Returns the content of a clip. The same element is not rendered again. */
function useBody(
  { lanes, rowPx, range, touchedId }: ClipProps,
  holding: Holding,
  shown: { item: Item; says: string | null; isHandled: boolean },
) {
  const { item, says, isHandled } = shown;
  const badge = getBadge(touchedId, holding);
  return useMemo(
    () => <ClipBody {...{ lanes, item, rowPx, isHandled, badge, range, says }} />,
    [item, rowPx, isHandled, badge, range, says],
  );
}

/** Returns the state of the transition: selected, or without a clip that it could come from. */
const getBadge = (touchedId: string | null, holding: Holding): TransitionBadge =>
  holding === 'chosen' ? 'chosen' : touchedId === null ? 'alone' : 'plays';

/** The drag handles at the ends: also outside a short clip, because touch needs more space than the clip has. */
const getEnds = (isCut: boolean) => (
  <>
    <span class="clip-edge clip-edge-start" data-part="edge" data-edge="start" />
    <span class="clip-edge clip-edge-end" data-part="edge" data-edge="end" />
    {isCut && <span class="clip-roll" data-part="roll" />}
  </>
);

/** The state of a clip: it is selected, its transition is, it or the clip before it is hovered, or nothing of this. */
type Holding = 'selected' | 'chosen' | 'pointed' | 'free';

/**
 * Returns whether a clip has drag handles at its ends. It does if it is selected or hovered, or if the clip that ends at its
 * start is. Other clips have none, because many may enter the view in one frame.
 */
function useHolding({ selection, view }: Editor, id: string, touchedId: string | null): Holding {
  const holding = useMemo(
    () =>
      computed(() => {
        const isNear = (one: string): boolean => one === view.pointedId.value || selection.value.includes(one);
        const isHeld = isNear(id) || (touchedId !== null && isNear(touchedId));
        if (view.transition.value?.itemId === id && view.transition.value.selection === selection.value) {
          return 'chosen';
        }
        return selection.value.includes(id) ? 'selected' : isHeld ? 'pointed' : 'free';
      }),
    [id, touchedId],
  );
  return holding.value;
}

/** The max number of clips that are lifted at once: each is a layer, and moving one composites all layers again. */
const liftedMost = 8;

/**
 * Returns the result of a gesture for a clip, and the part that its body shows. A clip outside of the gesture is not notified.
 */
function useGesture({ view: { gesture, pixelsPerSecond } }: Editor, item: Item, range: ReadonlySignal<TimeRange>) {
  // One computed value for everything, because each clip that enters the view creates its subscriptions.
  const touch = useComputed(() => getTouch(gesture.value, item.id)).value;
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

function getTouch(gesture: ShownGesture | null, id: string) {
  const shown = gesture?.items.get(id);
  const shift = gesture?.rowShifts.get(id) ?? 0;
  const isHeld = gesture?.heldIds.has(id) === true;
  const isRefused = isHeld && gesture.refusal !== null;
  const says = isHeld ? gesture.says : null;
  const isFew = isHeld && gesture.heldIds.size <= liftedMost;
  return shown || shift !== 0 || isHeld ? { ...(shown && { shown }), shift, isHeld, isFew, isRefused, says } : null;
}

/** Returns whether a gesture only moved an item: its body, which does not show its position, does not change. */
const isOnlyMoved = (shown: Item, item: Item): boolean =>
  shown === item ||
  Object.keys(shown).every((name) => name === 'startSeconds' || Reflect.get(shown, name) === Reflect.get(item, name));

const getPlace = (item: Item, shiftPx: number): Times & { translate?: string } => ({
  '--clip-start': item.startSeconds,
  '--clip-length': item.durationSeconds,
  ...(shiftPx !== 0 && { translate: `0 ${shiftPx}px` }),
});
