import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Slot } from '../proposal.ts';
import { select, type ReviewSession } from './review-session.ts';
import { isEnd, getFilmDuration, moveShot } from './map-edits.ts';
import { SlotPicture } from './slot-picture.tsx';
import { roleNames, toSlotName } from './words.ts';

/** The minimum movement of a drag; a shorter one is a click. */
const minDragPx = 6;
/** The time that a finger must rest before it drags, in milliseconds. */
const restMs = 350;

/** A shot in its slot, which can be dragged to another one. */
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
 * Moves a tile with the pointer, and moves its shot to the slot where it is released. A finger must rest first, because an
 * immediate swipe scrolls. Nothing is rendered during the drag.
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
        // The pointer was released without an event for this tile.
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
    // The browser's menu must not open during a drag with a finger.
    onContextMenu: (event: MouseEvent) => held.current?.isMoved && event.preventDefault(),
  };
}

/**
 * Returns a reference to an element that does not scroll during a drag with a finger. Preact sets no touch listeners without
 * a touch screen.
 */
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

/** Moves a shot to the slot where its tile is released. */
function moveTo(session: ReviewSession, index: number, { currentTarget, clientX }: TilePointer): void {
  const list = currentTarget.closest('ol');
  if (!list) {
    return;
  }
  const { left, width } = list.getBoundingClientRect();
  const to = placeAt(session, ((clientX - left) / width) * getFilmDuration(session.map));
  const moved = moveShot(session.map, index, to);
  if (moved !== session.map) {
    session.change(moved, `Moved to position ${to + 1}.`);
    select(session, to);
  }
}

/** Returns the slot at a time of the film to which a shot can be moved. */
function placeAt({ map: { slots } }: ReviewSession, seconds: number): number {
  const last = slots.findLastIndex((slot) => !isEnd(slot));
  const at = slots.findLastIndex(({ startSeconds }) => startSeconds <= seconds);
  return Math.min(last, Math.max(0, at));
}
