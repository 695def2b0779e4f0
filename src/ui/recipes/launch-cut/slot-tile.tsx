import { useRef } from 'preact/hooks';
import type { Slot } from '#recipes/launch-cut/proposal.ts';
import { select, type MapBench } from './map-bench.ts';
import { isEnd, lengthOf, moveShot } from './map-edits.ts';
import { SlotPicture } from './slot-picture.tsx';
import { roleNames, toSlotName } from './words.ts';

/** Less than this is a click that was not held still. */
const leastDragPx = 6;

/** A shot in its place, which is dragged to another one. */
export function SlotTile({ bench, slot, index }: { bench: MapBench; slot: Slot; index: number }) {
  const { map, selected } = bench;
  const isSelected = selected.value === index;
  const drag = useDrag(bench, index);
  return (
    <li class={`launch-slot launch-slot-${slot.role}${isSelected ? ' launch-slot-selected' : ''}`}>
      <button
        type="button"
        data-slot={index}
        tabIndex={isSelected ? 0 : -1}
        aria-current={isSelected}
        aria-label={toSlotName(slot, index, map.slots.length)}
        onClick={() => select(bench, index)}
        onFocus={() => (selected.value = index)}
        {...(isEnd(slot) ? {} : drag)}
      >
        <SlotPicture bench={bench} slot={slot} />
        <span class={`launch-slot-role small${slot.isLocked ? ' launch-slot-locked' : ''}`}>
          {roleNames[slot.role]}
        </span>{' '}
        {slot.text !== undefined && <span class="launch-slot-text small">{slot.text}</span>}
      </button>
    </li>
  );
}

/** Drags a tile along with the pointer, and puts its shot where it is let go. Nothing is rendered meanwhile. */
function useDrag(bench: MapBench, index: number) {
  const start = useRef<{ readonly x: number; isMoved: boolean } | null>(null);
  const end = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const { isMoved = false } = start.current ?? {};
    const { currentTarget } = event;
    start.current = null;
    currentTarget.style.translate = '';
    delete currentTarget.dataset['dragged'];
    const list = currentTarget.closest('ol');
    if (!isMoved || !list || event.type === 'pointercancel') {
      return;
    }
    const { left, width } = list.getBoundingClientRect();
    const to = placeAt(bench, ((event.clientX - left) / width) * lengthOf(bench.map));
    const moved = moveShot(bench.map, index, to);
    if (moved !== bench.map) {
      bench.change(moved, `Moved to place ${to + 1}.`);
      select(bench, to);
    }
  };
  return {
    onPointerDown: (event: PointerEvent) => (start.current = { x: event.clientX, isMoved: false }),
    onPointerMove: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
      const by = event.clientX - (start.current?.x ?? event.clientX);
      if (start.current && (start.current.isMoved || Math.abs(by) > leastDragPx)) {
        start.current.isMoved = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.dataset['dragged'] = '';
        event.currentTarget.style.translate = `${by}px 0`;
      }
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** The place at a time of the film that a shot can be moved to. */
function placeAt({ map: { slots } }: MapBench, seconds: number): number {
  const last = slots.findLastIndex((slot) => !isEnd(slot));
  const at = slots.findLastIndex(({ startSeconds }) => startSeconds <= seconds);
  return Math.min(last, Math.max(0, at));
}
