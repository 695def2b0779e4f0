import { computed, effect, useComputed, type ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Item, Track } from '#core/timeline/document.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { toCount } from '#ui/kit/format.ts';
import { useEditor } from '../editor.ts';
import { Clip } from './clip.tsx';
import { getClips, visibleClips } from './clips.ts';
import type { TimeRange } from './geometry.ts';
import type { Row } from './rows.ts';
import type { ShownGesture } from './timeline-view.ts';
import { TrackHead } from './track-head.tsx';

/** A track: its head, which stays at the left, and the clips near the view. */
export function TrackRow(props: { row: Row; number: number; frameRate: number; tabStop: string | null }) {
  const editor = useEditor();
  const { view, selection } = editor;
  const { frameRate, tabStop } = props;
  const { track, topPx, heightPx } = props.row;
  const range = view.getRange(props.number);
  const clips = getClips(track);
  // A gesture re-renders only the rows of its clips.
  const held = useMemo(() => computed(() => getHeldKeys(track, view.gesture.value)), [track, view]).value;
  const isSelected = useComputed(() => selection.value.length === 1 && selection.value[0] === track.id).value;
  const shown = visibleClips(track, range.value, (id) => id === tabStop || held?.has(id) === true);
  // The same element is not rendered again, unlike a component that reads a context.
  const head = useMemo(() => <TrackHead track={track} />, [track]);
  const findElement = useElements(props.row, range, frameRate);
  const lane = useWantedFocus();
  return (
    <div
      class="track"
      data-kind={track.kind}
      data-track={track.id}
      data-selected={isSelected || undefined}
      data-locked={track.isLocked || undefined}
      data-holding={held !== null || undefined}
      style={{ top: `${topPx}px`, blockSize: `${heightPx}px`, '--row': heightPx }}
    >
      {head}
      {/* Some screen readers do not treat a list without bullets as a list unless it has the role. */}
      <ul
        ref={lane}
        class="track-lane"
        role="list"
        data-commands
        aria-label={`${track.name}, ${toCount(clips.length, 'clip')}`}
      >
        {shown.map((item) => findElement(item, item.id === tabStop))}
      </ul>
    </div>
  );
}

/**
 * Returns the elements of a track's clips. Unchanged elements are not compared again: a step of the range takes time only for
 * added and removed clips.
 */
function useElements(
  { track, heightPx }: Row,
  range: ReadonlySignal<TimeRange>,
  frameRate: number,
): (item: Item, isTabStop: boolean) => VNode {
  const editor = useEditor();
  const made = useMemo(() => new Map<string, VNode>(), [track, heightPx, range, frameRate]);
  return (item, isTabStop) => {
    const key = `${item.id} ${isTabStop}`;
    const known = made.get(key);
    if (known) {
      return known;
    }
    const clips = getClips(track);
    const index = clips.indexOf(item);
    const touchedId = touchedBy(clips[index - 1], item, frameRate);
    const ofTrack = { editor, track, rowPx: heightPx, range, count: clips.length };
    const element = <Clip key={item.id} {...ofTrack} {...{ item, number: index + 1, touchedId, isTabStop }} />;
    made.set(key, element);
    return element;
  };
}

/**
 * Focuses a clip of the lane after keys moved the focus there. The lane does this, because each added clip would otherwise
 * create a subscription.
 */
function useWantedFocus() {
  const { view } = useEditor();
  const lane = useRef<HTMLUListElement>(null);
  const give = (): void => {
    const focused = view.focused.value;
    const clip =
      focused?.isWanted && lane.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(focused.itemId)}"]`);
    if (clip) {
      view.focused.value = { itemId: focused.itemId, isWanted: false };
      clip.focus({ preventScroll: true });
    }
  };
  // Before the first paint, so that keys also work on a clip that was just added.
  useLayoutEffect(give);
  useLayoutEffect(() => effect(give), []);
  return lane;
}

/** Returns the dragged clips, if one of the track is among them. */
const getHeldKeys = (track: Track, gesture: ShownGesture | null): ReadonlySet<string> | null =>
  gesture && track.items.some(({ id }) => gesture.heldIds.has(id)) ? gesture.heldIds : null;

const touchedBy = (before: Item | undefined, item: Item, frameRate: number): string | null =>
  before !== undefined && isSameTime(getEnd(before), item.startSeconds, frameRate) ? before.id : null;
