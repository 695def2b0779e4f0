import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import { getAssetDuration, readLengths } from './asset-durations.ts';
import { pressClip, type ClipPart } from './gestures/clip-gestures.ts';
import { touchClip, touchHandle, touchLane } from './gestures/finger-gestures.ts';
import { pressLane, pressMarker, pressRuler } from './gestures/lane-gestures.ts';
import { pressGrip } from './gestures/track-gesture.ts';
import type { Surface } from './gestures/surface.ts';
import { hearDrops } from './material-drop.ts';
import { openMenuFor } from './open-menu.ts';

/**
 * Handles the pointers of the timeline: the pressed element determines the gesture. Touch gestures start after a long press.
 */
export function usePointers(scroller: RefObject<HTMLElement | null>, isPhone: ReadonlySignal<boolean>): void {
  const editor = useEditor();
  // Before the first paint, so that visible elements can be pressed.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const surface = (): Surface => measure(editor, element, isPhone.peek());
    element.addEventListener('pointerdown', (event) => event.button === 0 && press(surface(), event), { signal });
    hearPointed(editor, element, signal);
    element.addEventListener('contextmenu', (event) => hearMenu(surface(), event), { signal });
    hearDrops(editor, surface, element, signal);
    return () => controller.abort();
  }, [editor]);
  useEffect(readLengths, []);
}

/** The time after the last scroll event when the tracks are at rest. Milliseconds. */
const restMs = 150;

/**
 * Tracks the clip under a mouse or pen that moved, or that rests after a scroll. Clips that pass below the pointer during a
 * scroll do not count.
 */
function hearPointed({ view }: Editor, element: HTMLElement, signal: AbortSignal): void {
  const point = (target: EventTarget | null): void => {
    const clip = target instanceof Element ? target.closest('[data-item]') : null;
    view.pointedId.value = clip?.getAttribute('data-item') ?? null;
  };
  let isFinger = false;
  let [x, y] = [-1, -1];
  const onMove = ({ target, pointerType, buttons, clientX, clientY }: PointerEvent): void => {
    isFinger = pointerType === 'touch';
    [x, y] = [clientX, clientY];
    if (!isFinger && buttons === 0) {
      point(target);
    }
  };
  element.addEventListener('pointermove', onMove, { signal, passive: true });
  element.addEventListener('pointerdown', onMove, { signal });
  element.addEventListener(
    'pointerleave',
    ({ buttons }) => {
      if (buttons === 0) {
        [x, y] = [-1, -1];
        point(null);
      }
    },
    { signal },
  );
  let resting = 0;
  const onScroll = (): void => {
    clearTimeout(resting);
    if (!isFinger && !view.gesture.peek()) {
      resting = window.setTimeout(() => point(document.elementFromPoint(x, y)), restMs);
    }
  };
  // Safari before 26.2 has no `scrollend`, and Firefox sends none after some scrolls.
  element.addEventListener('scroll', onScroll, { signal, passive: true });
  signal.addEventListener('abort', () => clearTimeout(resting));
}

function measure(editor: Editor, element: HTMLElement, isPhone: boolean): Surface {
  const corner = element.querySelector<HTMLElement>('.timeline-corner');
  return { editor, element, isPhone, headPx: corner?.offsetWidth ?? 0, rulerPx: corner?.offsetHeight ?? 0 };
}

function press(surface: Surface, event: PointerEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  const getId = (name: string): string | null =>
    target?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
  const [itemId, markerId, gripId] = [getId('item'), getId('marker'), getId('grip')];
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
    const isWanted = event.pointerType === 'mouse' && getPart(target).part !== 'transition';
    surface.editor.view.focused.value = { itemId, isWanted };
    if (event.pointerType !== 'touch') {
      pressClip(surface, event, { itemId, part: getPart(target), getAssetDuration });
    } else if (isHandle(target)) {
      touchHandle(surface, event, { itemId, part: getPart(target), getAssetDuration });
    } else {
      touchClip(surface, event, itemId, getPart(target));
    }
  } else if (target?.closest('.track-lane, .timeline-content') && !target.closest('.track-head')) {
    (event.pointerType === 'touch' ? touchLane : pressLane)(surface, event);
  }
}

/** Returns whether a finger drags this part at once: the handles of a selected clip, and a selected transition. */
const isHandle = (target: Element | null): boolean =>
  Boolean(
    target?.closest(
      '[data-selected] [data-part]:not([data-part=body], [data-part=volume], [data-part=transition]), [data-chosen]',
    ),
  );

function getPart(target: Element | null): ClipPart {
  const part = target?.closest('[data-part]');
  const name = part?.getAttribute('data-part');
  const edge = part?.getAttribute('data-edge') === 'end' ? 'end' : 'start';
  if (name === 'edge' || name === 'fade') {
    return { part: name, edge };
  }
  return name === 'roll' || name === 'volume' || name === 'transition' ? { part: name } : { part: 'body' };
}

/** Handles a right click or the menu key; a long press opens its menu separately. */
function hearMenu(surface: Surface, event: PointerEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target.closest('input')) {
    return;
  }
  event.preventDefault();
  if (event.pointerType !== 'touch') {
    const isByKey = event.clientX === 0 && event.clientY === 0;
    openMenuFor(surface, target, isByKey ? null : { x: event.clientX, y: event.clientY });
  }
}
