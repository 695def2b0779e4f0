import { getAssetDuration } from '../asset-durations.ts';
import { openMenuFor } from '../open-menu.ts';
import { pressClip, tapClip, type ClipPart, type PressedPart } from './clip-gestures.ts';
import { followPointer } from './follow-pointer.ts';
import { showHolding } from './show-holding.ts';
import { secondsAt, type Surface } from './surface.ts';

/** The duration of a long press, which grabs an element instead of scrolling. Milliseconds. */
const restMs = 350;

/** The max move of a tap or a long press. Pixels. */
const wayPx = 8;

/** The offset of a menu from the finger, which covers what is below it. Pixels. */
const besidePx = 12;

/**
 * Handles a finger on a clip. A long press grabs the clip: it drags the clip, or opens its menu if the finger does not move. An
 * immediate move scrolls, and a short press taps.
 */
export function touchClip(surface: Surface, pressed: PointerEvent, itemId: string): void {
  followFinger(surface, pressed, {
    onTap: () => tapClip(surface, pressed, itemId),
    onRest: () => {
      showHolding(surface.element);
      const onStill = (): void => openMenuBeside(surface, pressed);
      pressClip(surface, pressed, { itemId, part: { part: 'body' }, getAssetDuration, onStill });
    },
  });
}

/**
 * Handles a finger on a handle of a selected clip, which drags it. Handles extend over the neighbors of a short clip. These can
 * still be tapped and grabbed where they are visible: only an immediate move drags the handle there.
 */
export function touchHandle(surface: Surface, pressed: PointerEvent, handle: PressedPart): void {
  const seen = clipSeenAt(pressed);
  const seenId = seen?.getAttribute('data-item') ?? handle.itemId;
  const part: ClipPart = seenId === handle.itemId ? handle.part : { part: 'body' };
  const onStill = (): void => openMenuBeside(surface, pressed, seen);
  followFinger(surface, pressed, {
    onTap: () => tapClip(surface, pressed, seenId),
    onGo: () => pressClip(surface, pressed, handle),
    onRest: () => pressClip(surface, pressed, { ...handle, itemId: seenId, part, onStill }),
  });
}

/** Returns the clip whose own box is under a finger. */
function clipSeenAt({ clientX, clientY }: PointerEvent): Element | null {
  const clips = document.elementsFromPoint(clientX, clientY).flatMap((element) => element.closest('[data-item]') ?? []);
  const isUnder = (clip: Element): boolean => {
    const { left, right } = clip.getBoundingClientRect();
    return clientX >= left && clientX <= right;
  };
  return clips.find(isUnder) ?? null;
}

/**
 * Handles a finger on an empty area, which scrolls. A tap moves the playhead there and clears the selection; a long press opens
 * the menu.
 */
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

function openMenuBeside(surface: Surface, { target, clientX, clientY }: PointerEvent, of: Element | null = null): void {
  const element = of ?? target;
  if (element instanceof Element) {
    openMenuFor(surface, element, { x: clientX + besidePx, y: clientY + besidePx });
  }
}

type Finger = {
  /** The finger was released without moving. */
  readonly onTap: () => void;
  /** A long press. Its later events are not handled here. */
  readonly onRest: () => void;
  /** The finger moved before a long press; absent if that scrolls. */
  readonly onGo?: () => void;
};

/** Follows a finger until a tap, a long press or a move; a scroll or a zoom by the browser does nothing. */
function followFinger({ element }: Surface, pressed: PointerEvent, { onTap, onRest, onGo }: Finger): void {
  const controller = new AbortController();
  const { signal } = controller;
  const isOwn = ({ pointerId }: PointerEvent): boolean => pointerId === pressed.pointerId;
  const rest = setTimeout(() => {
    controller.abort();
    // The list view may have replaced the tracks meanwhile.
    if (element.isConnected) {
      navigator.vibrate?.(10);
      makesNoClick(pressed);
      onRest();
    }
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
  const makeSwipe = ({ clientX, clientY }: PointerEvent): number =>
    Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY);
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', (event) => isOwn(event) && end(), { signal });
  const onMove = (event: PointerEvent): void => {
    if (isOwn(event) && makeSwipe(event) > wayPx) {
      end();
      onGo?.();
    }
  };
  element.addEventListener('pointermove', onMove, { signal });
  // A second finger zooms.
  element.addEventListener('pointerdown', (event) => !isOwn(event) && end(), { signal });
}

/**
 * Prevents the click that browsers send after a long press without a move. A menu may be open by then, and the click would close
 * it, or choose one of its entries.
 */
function makesNoClick({ target }: PointerEvent): void {
  const controller = new AbortController();
  const onEnd = (event: Event): void => {
    controller.abort();
    if (event.cancelable) {
      event.preventDefault();
    }
  };
  // Touch events are sent to the element where the touch started, wherever the finger is.
  target?.addEventListener('touchend', onEnd, { signal: controller.signal, passive: false });
  target?.addEventListener('touchcancel', onEnd, { signal: controller.signal });
}
