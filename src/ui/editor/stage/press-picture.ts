import type { Editor } from '../editor.ts';
import { createMove, endGesture, tryGesture, type Gesture } from './arrange.ts';
import { followPointer } from './follow-pointer.ts';
import { itemsAt, nextUnder } from './geometry/hit-test.ts';
import { toCanvas } from './geometry/viewport.ts';
import { getScene, seenAt, seenSelection } from './selected.ts';
import { frameIn } from './stage-view.ts';

/** The max delay of a double click in milliseconds, which does not select the item below. */
const doubleMs = 450;
let clickedAt = 0;

/** The min move of a drag in CSS pixels; a shorter one is a click. */
const minMovePx = 3;

/**
 * Handles a press on the preview. It selects the topmost item, the next one below when repeated, and adds to the selection with
 * Shift. A drag moves the selected items.
 */
export function pressPicture(event: PointerEvent, editor: Editor): void {
  const { stage, selection } = editor;
  if (event.button !== 0 || event.defaultPrevented || stage.mode.value.type !== 'arrange') {
    return;
  }
  const under = itemsUnder(event, editor);
  const isOnSelected = under.some((itemId) => selection.value.includes(itemId));
  const isAdding = event.shiftKey;
  if (!isOnSelected && !isAdding) {
    selection.value = withGroup(editor, under[0] ?? null);
  }
  moveSelected(event, editor, () => {
    const isDouble = event.timeStamp - clickedAt < doubleMs;
    clickedAt = event.timeStamp;
    if (isAdding) {
      selection.value = toggled(selection.value, under[0] ?? null);
    } else if (isOnSelected && !isDouble) {
      const next = nextUnder(under, selection.value);
      selection.value = next ? [next] : [];
    }
  });
}

/** Moves the selected items with the pointer; calls `click` if it did not move. */
function moveSelected(event: PointerEvent, editor: Editor, click: () => void): void {
  const { scale } = frameIn(editor.stage, editor.shown.value);
  let gesture: Gesture | null = null;
  let tried: ReturnType<Gesture['tried']> | null = null;
  followPointer(event, {
    move: (by, held) => {
      if (!gesture && Math.hypot(by.x, by.y) < minMovePx) {
        return;
      }
      gesture ??= createMove(editor, seenSelection(editor), scale);
      tried = gesture.tried({ x: by.x / scale, y: by.y / scale }, held);
      tryGesture(editor, tried);
    },
    end: (isDone) => {
      if (gesture) {
        endGesture(editor, gesture.label, isDone ? tried : null);
      } else if (isDone) {
        click();
      }
    },
  });
}

/** Returns the unlocked items under the pointer, from the topmost down. */
export function itemsUnder(event: MouseEvent, editor: Editor): string[] {
  const { stage, shown, transport } = editor;
  const element = event.currentTarget;
  if (!(element instanceof Element)) {
    return [];
  }
  const { left, top } = element.getBoundingClientRect();
  const point = toCanvas(frameIn(stage, shown.value), { x: event.clientX - left, y: event.clientY - top });
  const free = new Set(
    seenAt(shown.value, transport.seconds.value).flatMap(({ item, isFree }) => (isFree ? [item.id] : [])),
  );
  return itemsAt(getScene(editor), point).filter((itemId) => free.has(itemId));
}

/** Returns an item and the others of its group. */
function withGroup({ shown }: Editor, itemId: string | null): string[] {
  const items = shown.value.tracks.flatMap((track) => track.items);
  const groupId = items.find(({ id }) => id === itemId)?.groupId;
  const others = items.filter((item) => groupId !== undefined && item.groupId === groupId && item.id !== itemId);
  return itemId === null ? [] : [itemId, ...others.map(({ id }) => id)];
}

const toggled = (selection: readonly string[], itemId: string | null): readonly string[] =>
  itemId === null
    ? selection
    : selection.includes(itemId)
      ? selection.filter((id) => id !== itemId)
      : [...selection, itemId];
