import { lengthOf } from '../asset-lengths.ts';
import { openMenuOf } from '../open-menu.ts';
import { pressClip, tapClip, type ClipPart, type PressedPart } from './clip-gestures.ts';
import { followPointer } from './follow-pointer.ts';
import { showHolding } from './show-holding.ts';
import { secondsAt, type Surface } from './surface.ts';

/** How long a finger rests before it holds what it is on rather than scrolls. Milliseconds. */
const restMs = 350;

/** A finger is not quite still when it taps or rests. Pixels. */
const wayPx = 8;

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

/**
 * A finger on a handle of a selected clip drags it. Handles reach over what lies beside a short clip, which is still tapped and
 * held where it is seen: only a finger that goes on at once is for the handle there.
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

/** The clip whose own box is under a finger. */
function clipSeenAt({ clientX, clientY }: PointerEvent): Element | null {
  const clips = document.elementsFromPoint(clientX, clientY).flatMap((element) => element.closest('[data-item]') ?? []);
  const isUnder = (clip: Element): boolean => {
    const { left, right } = clip.getBoundingClientRect();
    return clientX >= left && clientX <= right;
  };
  return clips.find(isUnder) ?? null;
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

function openMenuBeside(surface: Surface, { target, clientX, clientY }: PointerEvent, of: Element | null = null): void {
  const element = of ?? target;
  if (element instanceof Element) {
    openMenuOf(surface, element, { x: clientX + besidePx, y: clientY + besidePx });
  }
}

type Finger = {
  /** It is lifted where it was put. */
  readonly onTap: () => void;
  /** It rests there. What it does then is not heard here. */
  readonly onRest: () => void;
  /** It goes on before it has rested: nothing, where that scrolls. */
  readonly onGo?: () => void;
};

/** Follows a finger until it has tapped, rested or gone on; one that is taken by a scrolling or a zoom does nothing. */
function followFinger({ element }: Surface, pressed: PointerEvent, { onTap, onRest, onGo }: Finger): void {
  const controller = new AbortController();
  const { signal } = controller;
  const isOwn = ({ pointerId }: PointerEvent): boolean => pointerId === pressed.pointerId;
  const rest = setTimeout(() => {
    controller.abort();
    // The tracks may have given way to the table meanwhile.
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
  const wayOf = ({ clientX, clientY }: PointerEvent): number =>
    Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY);
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', (event) => isOwn(event) && end(), { signal });
  const onMove = (event: PointerEvent): void => {
    if (isOwn(event) && wayOf(event) > wayPx) {
      end();
      onGo?.();
    }
  };
  element.addEventListener('pointermove', onMove, { signal });
  // A second finger zooms.
  element.addEventListener('pointerdown', (event) => !isOwn(event) && end(), { signal });
}

/**
 * Browsers make a click of a finger that is lifted where it was put. By then a menu may be open there, which that click would
 * close again, or one of whose entries it would choose.
 */
function makesNoClick({ target }: PointerEvent): void {
  const controller = new AbortController();
  const onEnd = (event: Event): void => {
    controller.abort();
    if (event.cancelable) {
      event.preventDefault();
    }
  };
  // Touches are told to what they began on, wherever they are.
  target?.addEventListener('touchend', onEnd, { signal: controller.signal, passive: false });
  target?.addEventListener('touchcancel', onEnd, { signal: controller.signal });
}
