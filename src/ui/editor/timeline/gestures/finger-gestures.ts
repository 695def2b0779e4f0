import { followFinger, type Finger } from '#ui/kit/drag.ts';
import { getAssetDuration } from '../asset-durations.ts';
import { openMenuFor } from '../open-menu.ts';
import { pressClip, tapClip, type ClipPart, type PressedPart } from './clip-gestures.ts';
import { followInFrames } from './follow-in-frames.ts';
import { clickGap } from './lane-gestures.ts';
import { showHolding } from './show-holding.ts';
import { secondsAt, type Surface } from './surface.ts';

/** The offset of a menu from the finger, which covers what is below it. Pixels. */
const besidePx = 12;

/**
 * Handles a finger on a clip. A long press grabs the clip: it drags the clip, or opens its menu if the finger does not move. An
 * immediate move scrolls, and a short press taps.
 */
export function touchClip(surface: Surface, pressed: PointerEvent, itemId: string, part: ClipPart): void {
  followGrab(surface, pressed, {
    onTap: () => tapClip(surface, pressed, itemId, part),
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
  followGrab(surface, pressed, {
    onTap: () => tapClip(surface, pressed, seenId, part),
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
  followGrab(surface, pressed, {
    onTap: () => {
      selection.value = [];
      clickGap(surface, pressed);
      transport.seek(secondsAt(surface, pressed.clientX));
    },
    onRest: () =>
      followInFrames(pressed, surface.element, {
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

/** Follows a finger on the timeline. A long press grabs something, so that the browser sends no click after it. */
function followGrab({ element }: Surface, pressed: PointerEvent, finger: Finger): void {
  followFinger(pressed, element, {
    ...finger,
    onRest: () => {
      navigator.vibrate?.(10);
      makesNoClick(pressed);
      finger.onRest();
    },
  });
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
