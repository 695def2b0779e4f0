import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import { lengthOf, readLengths } from './asset-lengths.ts';
import { pressClip, type ClipPart } from './gestures/clip-gestures.ts';
import { pressLane, pressMarker, pressRuler } from './gestures/lane-gestures.ts';
import { pressGrip } from './gestures/track-gesture.ts';
import { showHolding } from './gestures/show-holding.ts';
import { rowUnder, secondsAt, type Surface } from './gestures/surface.ts';
import { hearDrops } from './material-drop.ts';

/** Hears the pointers of the timeline: what is pressed says which gesture begins. Fingers wait until they have rested. */
export function usePointers(scroller: RefObject<HTMLElement | null>, isPhone: ReadonlySignal<boolean>): void {
  const editor = useEditor();
  useEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const surface = (): Surface => measure(editor, element, isPhone.peek());
    element.addEventListener('pointerdown', (event) => event.button === 0 && press(surface(), event), { signal });
    element.addEventListener('contextmenu', (event) => openMenu(surface(), event), { signal });
    hearDrops(surface, element, signal);
    readLengths();
    return () => controller.abort();
  }, [editor]);
}

function measure(editor: Editor, element: HTMLElement, isPhone: boolean): Surface {
  const corner = element.querySelector<HTMLElement>('.timeline-corner');
  return { editor, element, isPhone, headPx: corner?.offsetWidth ?? 0, rulerPx: corner?.offsetHeight ?? 0 };
}

function press(surface: Surface, event: PointerEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const idOf = (name: string): string | null => target?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
  const [itemId, markerId, gripId] = [idOf('item'), idOf('marker'), idOf('grip')];
  if (target?.closest('input')) {
    return;
  }
  if (gripId !== null) {
    pressGrip(surface, event, gripId);
  } else if (markerId !== null) {
    pressMarker(surface, event, markerId);
  } else if (target?.closest('[data-ruler]')) {
    pressRuler(surface, event);
  } else if (itemId !== null) {
    surface.editor.view.isByPointer.value = true;
    surface.editor.view.focused.value = { itemId, isWanted: event.pointerType === 'mouse' };
    if (event.pointerType !== 'touch' || isHandle(target)) {
      pressClip(surface, event, { itemId, part: partOf(target), lengthOf });
    } else {
      waitForRest(surface, event, itemId);
    }
  } else if (target?.closest('.track-lane, .timeline-content') && !target.closest('.track-head')) {
    pressEmpty(surface, event);
  }
}

/** A finger on the empty part scrolls, unless it is lifted where it was put. */
function pressEmpty(surface: Surface, event: PointerEvent): void {
  if (event.pointerType !== 'touch') {
    pressLane(surface, event);
    return;
  }
  onTap(surface, event, () => {
    surface.editor.selection.value = [];
    surface.editor.transport.seek(secondsAt(surface, event.clientX));
  });
}

/** The parts that a finger drags at once: the handles of a clip that is selected. */
const isHandle = (target: Element | null): boolean =>
  Boolean(target?.closest('[data-selected] [data-part]:not([data-part=body], [data-part=volume])'));

/** How long a finger rests before it holds a clip rather than scrolls. Milliseconds. */
const restMs = 350;

/** A finger that rests on a clip drags it; one that goes on scrolls, and one that is lifted selects it. */
function waitForRest(surface: Surface, event: PointerEvent, itemId: string): void {
  const { element, editor } = surface;
  const timer = setTimeout(() => {
    stop();
    showHolding(element);
    navigator.vibrate?.(10);
    pressClip(surface, event, { itemId, part: { part: 'body' }, lengthOf });
  }, restMs);
  const stop = onTap(
    surface,
    event,
    () => {
      clearTimeout(timer);
      editor.selection.value = [itemId];
    },
    () => clearTimeout(timer),
  );
}

/** Calls `onLift` when a finger is lifted where it was put, and `onGone` when it goes on or is taken by a scrolling. */
function onTap(
  { element }: Surface,
  pressed: PointerEvent,
  onLift: () => void,
  onGone: () => void = () => undefined,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const end =
    (act: () => void) =>
    (event: PointerEvent): void => {
      if (event.pointerId === pressed.pointerId) {
        controller.abort();
        act();
      }
    };
  element.addEventListener('pointerup', end(onLift), { signal });
  element.addEventListener('pointercancel', end(onGone), { signal });
  element.addEventListener(
    'pointermove',
    (event) => Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > 8 && end(onGone)(event),
    { signal },
  );
  // A second finger zooms.
  const onOther = ({ pointerId }: PointerEvent): void => {
    if (pointerId !== pressed.pointerId) {
      controller.abort();
      onGone();
    }
  };
  element.addEventListener('pointerdown', onOther, { signal });
  return () => controller.abort();
}

function partOf(target: Element | null): ClipPart {
  const part = target?.closest('[data-part]');
  const name = part?.getAttribute('data-part');
  const edge = part?.getAttribute('data-edge') === 'end' ? 'end' : 'start';
  if (name === 'edge' || name === 'fade') {
    return { part: name, edge };
  }
  return name === 'roll' || name === 'volume' ? { part: name } : { part: 'body' };
}

/** Opens the menu of a clip, a track, a marker or a gap; by key, it opens below what has the focus. */
function openMenu(surface: Surface, event: MouseEvent): void {
  const { editor } = surface;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input')) {
    return;
  }
  event.preventDefault();
  const itemId = target?.closest('[data-item]')?.getAttribute('data-item') ?? null;
  const markerId = target?.closest('[data-marker]')?.getAttribute('data-marker') ?? null;
  const head = target?.closest('.track-head');
  const trackId = target?.closest('[data-track]')?.getAttribute('data-track') ?? null;
  if (itemId !== null && !editor.selection.peek().includes(itemId)) {
    editor.selection.value = [itemId];
  } else if (head && trackId !== null) {
    editor.selection.value = [trackId];
  }
  const box = target?.getBoundingClientRect();
  const isByKey = event.clientX === 0 && event.clientY === 0;
  const [x, y] = isByKey && box ? [box.left + 8, box.bottom] : [event.clientX, event.clientY];
  const kind = markerId !== null ? 'marker' : itemId !== null ? 'clip' : head ? 'track' : 'gap';
  const { rows, index } = rowUnder(surface, y);
  editor.view.menu.value = {
    x,
    y,
    kind,
    atSeconds: secondsAt(surface, x),
    trackId: trackId ?? rows[index]?.track.id ?? null,
    ...(markerId !== null && { markerId }),
  };
}
