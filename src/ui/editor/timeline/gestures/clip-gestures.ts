import { uniqueId } from '#core/timeline/unique-id.ts';
import { announce } from '#ui/app/announce.ts';
import { chooseTransition, getChosenId } from '../../transitions/chosen.ts';
import { findPlaced, withGroups } from '../clips.ts';
import { splitEdits } from '../clip-edits.ts';
import { keepMainTrack, rippleFor } from '../magnet.ts';
import { snap } from '../snapping.ts';
import { formatTime } from '../../time-notation.ts';
import { isModHeld } from './follow-in-frames.ts';
import { planEdge, planFade, planSlip, planVolume, type Edge, type LengthOf } from './plan-edges.ts';
import { planCopy } from './plan-copy.ts';
import { planInsert } from './plan-insert.ts';
import { isNoMove, planMove } from './plan-move.ts';
import { planTransition } from './plan-transition.ts';
import type { Plan } from './plan.ts';
import { runGesture } from './run-gesture.ts';
import type { Told } from './step-notes.ts';
import type { Tool } from '../timeline-view.ts';
import { rowUnder, secondsAt, snappingFor, type Surface } from './surface.ts';

/** The part of a clip that was pressed. */
export type ClipPart =
  | { readonly part: 'body' }
  | { readonly part: 'edge'; readonly edge: Edge }
  | { readonly part: 'fade'; readonly edge: Edge }
  | { readonly part: 'roll' }
  | { readonly part: 'transition' }
  | { readonly part: 'volume' };

/** A clip and its part that was pressed. */
export type PressedPart = { readonly itemId: string; readonly part: ClipPart; readonly getAssetDuration: LengthOf };

/**
 * Starts the gesture that depends on the pressed part of a clip, the tool and the modifier keys. If the pointer does not move,
 * `onStill` replaces the selection of the clip.
 */
export function pressClip(
  surface: Surface,
  pressed: PointerEvent,
  { itemId, part, getAssetDuration, onStill }: PressedPart & { readonly onStill?: () => void },
): void {
  const { editor } = surface;
  const [placed] = findPlaced(editor.document.peek(), [itemId]);
  if (!placed) {
    return;
  }
  if (editor.view.tool.peek() === 'razor') {
    cutAt(surface, itemId, pressed);
    return;
  }
  const isAdding = pressed.shiftKey || pressed.ctrlKey || pressed.metaKey;
  const wasSelected = editor.selection.peek().includes(itemId);
  const wasChosen = getChosenId(editor) === itemId;
  if (part.part === 'transition') {
    chooseTransition(editor, itemId);
  } else if (!wasSelected && !isAdding) {
    select(surface, [itemId]);
  }
  const onClick = onStill ?? (() => clickPart(surface, itemId, part, { isAdding, wasChosen }));
  const isLocked = placed.item.isLocked || placed.track.isLocked;
  const held = isLocked ? lockedGesture : gestureFor(surface, pressed, { itemId, part, getAssetDuration });
  const told = isLocked ? null : getToldPart(part, editor.view.tool.peek());
  runGesture(surface, pressed, { ...held, onClick, ...(told && { told: { itemId, part: told, getAssetDuration } }) });
}

/** Returns what the pointer and the stage show of a gesture; null for fades, whose clip shows the duration itself. */
function getToldPart(part: ClipPart, tool: Tool): Told['part'] | null {
  switch (part.part) {
    case 'edge':
      return part.edge;
    case 'roll':
      return 'start';
    case 'transition':
      return 'transition';
    case 'fade':
      return null;
    case 'body':
    case 'volume':
    default:
      return part.part === 'body' && tool === 'slip' ? 'slip' : 'move';
  }
}

/** Handles a tap on a clip: the razor splits it there, other tools select it or its transition. */
export function tapClip(surface: Surface, pressed: PointerEvent, itemId: string, part: ClipPart): void {
  if (surface.editor.view.tool.peek() === 'razor') {
    cutAt(surface, itemId, pressed);
  } else {
    const wasChosen = getChosenId(surface.editor) === itemId;
    clickPart(surface, itemId, part, { isAdding: false, wasChosen });
  }
}

/** Selects a transition, selects a clip, or adds the clip to the selection. */
function clickPart(
  surface: Surface,
  itemId: string,
  { part }: ClipPart,
  { isAdding, wasChosen }: { readonly isAdding: boolean; readonly wasChosen: boolean },
): void {
  if (part === 'transition') {
    clickTransition(surface, itemId, wasChosen);
  } else if (isAdding) {
    toggle(surface, itemId);
  } else {
    select(surface, [itemId]);
  }
}

/** Selects a transition and shows its properties; on a phone, where they hide the timeline, only from the second tap. */
function clickTransition({ editor, isPhone }: Surface, itemId: string, wasChosen: boolean): void {
  chooseTransition(editor, itemId);
  if (!isPhone || wasChosen) {
    editor.layout.show('properties');
  }
}

const lockedGesture = { heldIds: new Set<string>(), plan: (): Plan | null => null };

/** Selects clips, with the others of their groups. */
function select({ editor }: Surface, ids: readonly string[]): void {
  editor.selection.value = withGroups(editor.document.peek(), ids);
}

function toggle({ editor }: Surface, itemId: string): void {
  const ids = withGroups(editor.document.peek(), [itemId]);
  const before = editor.selection.peek();
  editor.selection.value = before.includes(itemId)
    ? before.filter((id) => !ids.includes(id))
    : [...new Set([...before, ...ids])];
}

type Gesture = { readonly heldIds: ReadonlySet<string>; readonly plan: (pointer: PointerEvent) => Plan | null };

function gestureFor(surface: Surface, pressed: PointerEvent, { itemId, part, getAssetDuration }: PressedPart): Gesture {
  const { document } = surface.editor;
  const startedAt = secondsAt(surface, pressed.clientX);
  const wayTo = ({ clientX }: PointerEvent): number => secondsAt(surface, clientX) - startedAt;
  const heldIds = new Set([itemId]);
  if (part.part === 'body') {
    return surface.editor.view.tool.peek() === 'slip'
      ? {
          heldIds,
          plan: (pointer) => planSlip(document.peek(), { itemId, bySeconds: wayTo(pointer) }, getAssetDuration),
        }
      : moveGesture(surface, pressed, itemId);
  }
  if (part.part === 'volume') {
    return volumeOrMove(surface, pressed, itemId);
  }
  if (part.part === 'transition') {
    return { heldIds, plan: (pointer) => planTransition(document.peek(), { itemId, bySeconds: wayTo(pointer) }) };
  }
  if (part.part === 'fade') {
    return { heldIds, plan: (pointer) => fadePlan(surface, itemId, part.edge, pointer) };
  }
  const trackId = findPlaced(document.peek(), [itemId])[0]?.track.id ?? '';
  const ripple = rippleFor(surface.editor)(trackId);
  const mode = part.part === 'roll' ? 'roll' : ripple === 'none' ? 'trim' : 'ripple';
  const edge = part.part === 'roll' ? 'start' : part.edge;
  const snapping = snappingFor(surface, { movedIds: heldIds });
  return {
    heldIds,
    plan: (pointer) => {
      const drag = {
        itemId,
        edge,
        bySeconds: wayTo(pointer),
        mode,
        ripple: ripple === 'none' ? 'this' : ripple,
      } as const;
      return planEdge(document.peek(), drag, snapping(isModHeld(pointer)), getAssetDuration);
    },
  };
}

/** A vertical drag of the volume line changes the volume; a drag that starts horizontally moves the clip. */
function volumeOrMove(surface: Surface, pressed: PointerEvent, itemId: string): Gesture {
  const { document } = surface.editor;
  const move = moveGesture(surface, pressed, itemId);
  let isMove: boolean | null = null;
  return {
    heldIds: move.heldIds,
    plan: (pointer) => {
      isMove ??= Math.abs(pointer.clientX - pressed.clientX) > Math.abs(pointer.clientY - pressed.clientY);
      return isMove
        ? move.plan(pointer)
        : planVolume(document.peek(), { itemId, volume: volumeAt(surface, pressed, pointer.clientY) });
    },
  };
}

function moveGesture(surface: Surface, pressed: PointerEvent, heldId: string): Gesture {
  const { document, selection } = surface.editor;
  const ids = findPlaced(document.peek(), withGroups(document.peek(), [...selection.peek(), heldId])).map(
    ({ item }) => item.id,
  );
  const heldIds = new Set(ids);
  const startedAt = secondsAt(surface, pressed.clientX);
  const snapping = snappingFor(surface, { movedIds: heldIds });
  // A copy also snaps to the edges of its original.
  const snappingOfCopy = snappingFor(surface, { movedIds: new Set() });
  const magneticTrackId = keepMainTrack(surface.editor);
  const trackIds: string[] = [];
  const toTrackId = (index: number): string => (trackIds[index] ??= uniqueId('track'));
  const copyIds = new Map(ids.map((id) => [id, uniqueId('copy')]));
  return {
    heldIds,
    plan: (pointer) => {
      const { clientX, clientY, altKey } = pointer;
      const drag = {
        ids,
        heldId,
        bySeconds: secondsAt(surface, clientX) - startedAt,
        overRow: rowUnder(surface, clientY).index,
        toTrackId,
      };
      const plan = planMove(document.peek(), drag, (altKey ? snappingOfCopy : snapping)(isModHeld(pointer)));
      if (!plan || isNoMove(document.peek(), plan)) {
        return plan && { ...plan, edits: [] };
      }
      if (altKey) {
        return planCopy(document.peek(), plan, (id) => copyIds.get(id) ?? uniqueId('copy'), magneticTrackId);
      }
      const inserted = planInsert(document.peek(), plan, { heldId, magneticTrackId });
      return isNoMove(document.peek(), inserted) ? { ...inserted, edits: [] } : inserted;
    },
  };
}

function fadePlan(surface: Surface, itemId: string, edge: Edge, { clientX }: PointerEvent): Plan | null {
  const document = surface.editor.document.peek();
  const [placed] = findPlaced(document, [itemId]);
  if (!placed) {
    return null;
  }
  const { startSeconds, durationSeconds } = placed.item;
  const at = secondsAt(surface, clientX) - startSeconds;
  return planFade(document, { itemId, edge, seconds: edge === 'start' ? at : durationSeconds - at });
}

/** Returns the volume at a height of a clip: its top is 200 %, its bottom silent. */
function volumeAt(surface: Surface, pressed: PointerEvent, clientY: number): number {
  const clip = pressed.target instanceof Element ? pressed.target.closest('[data-item]') : null;
  const box = (clip ?? surface.element).getBoundingClientRect();
  return 2 * (1 - (clientY - box.top) / Math.max(1, box.height));
}

/** Splits a clip at the clicked time. */
function cutAt(surface: Surface, itemId: string, pressed: PointerEvent): void {
  const { editor } = surface;
  const clicked = secondsAt(surface, pressed.clientX);
  const { targets, toleranceSeconds } = snappingFor(surface, { movedIds: new Set() })(
    pressed.ctrlKey || pressed.metaKey,
  );
  const near = toleranceSeconds > 0 ? snap([clicked], targets, toleranceSeconds) : null;
  const document = editor.document.peek();
  const [edit] = splitEdits(document, [itemId], near?.atSeconds ?? clicked);
  if (edit && editor.apply([edit], 'Split clip')) {
    announce(`Split at ${formatTime(near?.atSeconds ?? clicked, document.frameRate)}.`);
  }
}
