import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import './clip.css';
import type { Item, Track } from '#core/timeline/document.ts';
import { useEditor } from '../editor.ts';
import type { Times } from './times.ts';
import { ClipBody } from './clip-body.tsx';
import { nameOfClip } from './clip-words.ts';
import type { TimeRange } from './geometry.ts';
import { materialStart } from './strip-pieces.ts';
import type { ShownGesture } from './timeline-view.ts';

/**
 * A clip on its track. Its box is placed by times, which the style sheet multiplies by the zoom; during a gesture this
 * component alone renders again, with what the gesture makes of the clip.
 */
export function Clip(props: {
  item: Item;
  track: Track;
  /** What of the time is to be rendered. */
  range: ReadonlySignal<TimeRange>;
  number: number;
  count: number;
  isCut: boolean;
  isTabStop: boolean;
}) {
  const { selection } = useEditor();
  const { item, track, range } = props;
  const { shown, shift, isHeld, isRefused, says } = useGesture(item);
  const isSelected = useComputed(() => selection.value.includes(item.id)).value;
  const content = isOnlyMoved(shown, item) ? item : shown;
  // The same element is not rendered again.
  const body = useMemo(
    () => <ClipBody item={content} isSelected={isSelected} range={range} says={says} />,
    [content, isSelected, range, says],
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
      {props.isCut && <span class="clip-roll" data-part="roll" />}
    </li>
  );
}

/** What a gesture makes of a clip; one that it does not touch does not hear of it. */
function useGesture(item: Item) {
  const { gesture } = useEditor().view;
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
  '--from': materialStart(item),
  ...(shiftPx !== 0 && { transform: `translateY(${shiftPx}px)` }),
});
