import { lengthOf } from '../asset-lengths.ts';
import { openMenuOf } from '../open-menu.ts';
import { pressClip, tapClip } from './clip-gestures.ts';
import { followPointer } from './follow-pointer.ts';
import { showHolding } from './show-holding.ts';
import { secondsAt, type Surface } from './surface.ts';

/** How long a finger rests before it holds what it is on rather than scrolls. Milliseconds. */
const restMs = 350;

/** The finger hides what it is on, so its menu opens a little beside. Pixels. */
const besidePx = 12;

/**
 * A finger that rests on a clip holds it: it drags it, or opens its menu when it is lifted there. One that goes on at once
 * scrolls, and one that is lifted taps.
 */
export function touchClip(surface: Surface, pressed: PointerEvent, itemId: string): void {
  followFinger(surface, pressed, {
    onTap: () => tapClip(surface, pressed, itemId),
    onRest: () => {
      showHolding(surface.element);
      const onStill = (): void => openMenuBeside(surface, pressed);
      pressClip(surface, pressed, { itemId, part: { part: 'body' }, lengthOf, onStill });
    },
  });
}

/** A finger on the empty part scrolls; a tap puts the playhead there and selects nothing. One that has rested opens the menu. */
export function touchLane(surface: Surface, pressed: PointerEvent): void {
  const { selection, transport } = surface.editor;
  followFinger(surface, pressed, {
    onTap: () => {
      selection.value = [];
      transport.seek(secondsAt(surface, pressed.clientX));
    },
    onRest: () =>
      followPointer(pressed, surface.element, {
        onMove: () => undefined,
        onEnd: () => undefined,
        onClick: () => openMenuBeside(surface, pressed),
      }),
  });
}

function openMenuBeside(surface: Surface, { target, clientX, clientY }: PointerEvent): void {
  if (target instanceof Element) {
    openMenuOf(surface, target, { x: clientX + besidePx, y: clientY + besidePx });
  }
}

type Finger = {
  /** It is lifted where it was put. */
  readonly onTap: () => void;
  /** It rests there. What it does then is not heard here. */
  readonly onRest: () => void;
};

/** Follows a finger until it has tapped or rested; one that goes on, or is taken by a scrolling or a zoom, does nothing. */
function followFinger({ element }: Surface, pressed: PointerEvent, { onTap, onRest }: Finger): void {
  const controller = new AbortController();
  const { signal } = controller;
  const isOwn = ({ pointerId }: PointerEvent): boolean => pointerId === pressed.pointerId;
  const rest = setTimeout(() => {
    controller.abort();
    navigator.vibrate?.(10);
    onRest();
  }, restMs);
  const end = (): void => {
    clearTimeout(rest);
    controller.abort();
  };
  const onUp = (event: PointerEvent): void => {
    if (isOwn(event)) {
      end();
      onTap();
    }
  };
  const wayOf = ({ clientX, clientY }: PointerEvent): number =>
    Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY);
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', (event) => isOwn(event) && end(), { signal });
  element.addEventListener('pointermove', (event) => isOwn(event) && wayOf(event) > 8 && end(), { signal });
  // A second finger zooms.
  element.addEventListener('pointerdown', (event) => !isOwn(event) && end(), { signal });
}
