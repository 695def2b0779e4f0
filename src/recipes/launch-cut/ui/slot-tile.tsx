import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Slot } from '../proposal.ts';
import { select, type ReviewSession } from './review-session.ts';
import { isEnd, getFilmDuration, moveShot } from './map-edits.ts';
import { SlotPicture } from './slot-picture.tsx';
import { roleNames, toSlotName } from './words.ts';

/** Less than this is a click that was not held still. */
const minDragPx = 6;
/** So long a finger rests before it holds what it is on. Milliseconds. */
const restMs = 350;

/** A shot in its place, which is dragged to another one. */
export function SlotTile({ session, slot, index }: { session: ReviewSession; slot: Slot; index: number }) {
  const { map, selected } = session;
  const isSelected = selected.value === index;
  const drag = useDrag(session, index);
  return (
    <li class={`launch-slot launch-slot-${slot.role}${isSelected ? ' launch-slot-selected' : ''}`}>
      <button
        type="button"
        data-slot={index}
        tabIndex={isSelected ? 0 : -1}
        aria-current={isSelected}
        aria-label={toSlotName(slot, index, map.slots.length)}
        onClick={() => select(session, index)}
        onFocus={() => (selected.value = index)}
        {...(isEnd(slot) ? {} : drag)}
      >
        <SlotPicture session={session} slot={slot} />
        <span class={`launch-slot-role small${slot.isLocked ? ' launch-slot-locked' : ''}`}>
          {roleNames[slot.role]}
        </span>{' '}
        {slot.text !== undefined && <span class="launch-slot-text small">{slot.text}</span>}
      </button>
    </li>
  );
}

type Held = { readonly x: number; isMoved: boolean; readonly rest: number | null };
type TilePointer = PointerEvent & { readonly currentTarget: HTMLElement };

/**
 * Drags a tile along with the pointer, and puts its shot where it is let go. A finger has to rest on it first: one that goes on at
 * once scrolls. Nothing is rendered meanwhile.
 */
function useDrag(session: ReviewSession, index: number) {
  const held = useRef<Held | null>(null);
  const lift = (tile: HTMLElement, pointerId: number): void => {
    if (held.current) {
      held.current.isMoved = true;
      tile.setPointerCapture(pointerId);
      tile.dataset['dragged'] = '';
    }
  };
  const drop = (tile: HTMLElement): boolean => {
    const { isMoved = false, rest = null } = held.current ?? {};
    window.clearTimeout(rest ?? undefined);
    held.current = null;
    tile.style.translate = '';
    delete tile.dataset['dragged'];
    return isMoved;
  };
  const tile = useStill(() => held.current?.isMoved === true);
  return {
    ref: tile,
    onPointerDown: (event: TilePointer) => {
      const { currentTarget, pointerId } = event;
      drop(currentTarget);
      const isFinger = event.pointerType === 'touch';
      const rest = isFinger ? window.setTimeout(() => lift(currentTarget, pointerId), restMs) : null;
      held.current = { x: event.clientX, isMoved: false, rest };
    },
    onPointerMove: (event: TilePointer) => {
      if (event.buttons === 0) {
        // It was let go where the tile did not hear of it.
        drop(event.currentTarget);
      }
      const by = event.clientX - (held.current?.x ?? event.clientX);
      if (held.current && !held.current.isMoved && Math.abs(by) > minDragPx) {
        if (held.current.rest === null) {
          lift(event.currentTarget, event.pointerId);
        } else {
          drop(event.currentTarget);
        }
      }
      if (held.current?.isMoved) {
        event.currentTarget.style.translate = `${by}px 0`;
      }
    },
    onPointerUp: (event: TilePointer) => drop(event.currentTarget) && moveTo(session, index, event),
    onPointerCancel: ({ currentTarget }: TilePointer) => drop(currentTarget),
    // What a finger holds has no menu of the browser.
    onContextMenu: (event: MouseEvent) => held.current?.isMoved && event.preventDefault(),
  };
}

/** An element that does not scroll while a finger holds it. Preact has no listeners of touches where there is no screen for them. */
function useStill(isHeld: () => boolean): RefObject<HTMLButtonElement | null> {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    const stop = (event: TouchEvent): void => {
      if (isHeld() && event.cancelable) {
        event.preventDefault();
      }
    };
    element.current?.addEventListener('touchmove', stop, { signal: controller.signal, passive: false });
    return () => controller.abort();
  }, []);
  return element;
}

/** Puts a shot where its tile is let go. */
function moveTo(session: ReviewSession, index: number, { currentTarget, clientX }: TilePointer): void {
  const list = currentTarget.closest('ol');
  if (!list) {
    return;
  }
  const { left, width } = list.getBoundingClientRect();
  const to = placeAt(session, ((clientX - left) / width) * getFilmDuration(session.map));
  const moved = moveShot(session.map, index, to);
  if (moved !== session.map) {
    session.change(moved, `Moved to place ${to + 1}.`);
    select(session, to);
  }
}

/** The place at a time of the film that a shot can be moved to. */
function placeAt({ map: { slots } }: ReviewSession, seconds: number): number {
  const last = slots.findLastIndex((slot) => !isEnd(slot));
  const at = slots.findLastIndex(({ startSeconds }) => startSeconds <= seconds);
  return Math.min(last, Math.max(0, at));
}
