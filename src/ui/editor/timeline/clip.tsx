import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import './clip.css';
import type { Item, Track } from '#core/timeline/document.ts';
import type { Editor } from '../editor.ts';
import type { Times } from './times.ts';
import { ClipBody } from './clip-body.tsx';
import { nameOfClip } from './clip-words.ts';
import type { TimeRange } from './geometry.ts';
import type { ShownGesture } from './timeline-view.ts';

/**
 * A clip on its track, of an editor that is told it: many clips come into view in a frame, and to ask for a context takes each its
 * time. Its box is placed by times, which the style sheet multiplies by the zoom; during a gesture this
 * component alone renders again, with what the gesture makes of the clip.
 */
export function Clip(props: {
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
  const { shown, shift, isHeld, isRefused, says } = useGesture(editor, item);
  const state = useHolding(editor, item.id, touchedId);
  const isSelected = state === 'selected';
  const content = isOnlyMoved(shown, item) ? item : shown;
  // The same element is not rendered again.
  const body = useMemo(
    () => (
      <ClipBody view={editor.view} item={content} rowPx={rowPx} isSelected={isSelected} range={range} says={says} />
    ),
    [content, rowPx, isSelected, range, says],
  );
  const isOff = track.isHidden || item.isHidden;
  const isSilent = track.isMuted || ('isMuted' in item && item.isMuted);
  return (
    <li
      class="clip"
      data-item={item.id}
      data-kind={item.type}
      data-selected={isSelected || undefined}
      data-held={isHeld || undefined}
      data-refused={isRefused || undefined}
      data-off={isOff || undefined}
      data-silent={isSilent || undefined}
      data-locked={item.isLocked || track.isLocked || undefined}
      data-group={item.groupId === undefined ? undefined : true}
      style={placeOf(shown, shift)}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={nameOfClip(shown, { number: props.number, track, isSelected })}
      aria-setsize={props.count}
      aria-posinset={props.number}
    >
      {body}
      {/* Not within the body, which clips what reaches beyond it: a finger needs more room than a short clip has. */}
      {state !== 'still' && (
        <>
          <span class="clip-edge clip-edge-start" data-part="edge" data-edge="start" />
          <span class="clip-edge clip-edge-end" data-part="edge" data-edge="end" />
          {touchedId !== null && <span class="clip-roll" data-part="roll" />}
        </>
      )}
    </li>
  );
}

/**
 * Whether there is anything to hold a clip's ends by: where it is selected or pointed at, and at a cut for both its sides. Nothing is
 * where no pointer is, as many clips come into view in a frame.
 */
function useHolding(
  { selection, view }: Editor,
  id: string,
  touchedId: string | null,
): 'selected' | 'held by' | 'still' {
  return useComputed(() => {
    const held = [...selection.value, view.pointedId.value];
    return selection.value.includes(id)
      ? 'selected'
      : held.includes(id) || (touchedId !== null && held.includes(touchedId))
        ? 'held by'
        : 'still';
  }).value;
}

/** What a gesture makes of a clip; one that it does not touch does not hear of it. */
function useGesture({ view: { gesture } }: Editor, item: Item) {
  // One value for all of it: every clip that comes into view makes what it listens by.
  const touch = useComputed(() => touchOf(gesture.value, item.id)).value;
  return { shown: item, shift: 0, says: null, ...touch };
}

function touchOf(gesture: ShownGesture | null, id: string) {
  const shown = gesture?.items.get(id);
  const shift = gesture?.rowShifts.get(id) ?? 0;
  const isHeld = gesture?.heldIds.has(id) === true;
  const isRefused = isHeld && gesture.refusal !== null;
  const says = isHeld ? gesture.says : null;
  return shown || shift !== 0 || isHeld ? { ...(shown && { shown }), shift, isHeld, isRefused, says } : null;
}

/** Whether a gesture has only moved an item: its body, which shows no place in time, stays as it is. */
const isOnlyMoved = (shown: Item, item: Item): boolean =>
  Object.keys(shown).every((name) => name === 'startSeconds' || Reflect.get(shown, name) === Reflect.get(item, name));

const placeOf = (item: Item, shiftPx: number): Times & { transform?: string } => ({
  '--start': item.startSeconds,
  '--length': item.durationSeconds,
  ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }),
});
