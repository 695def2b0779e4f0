import type { Edit } from '#core/timeline/edit.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import type { Held } from './follow-pointer.ts';
import { getGuides, snapMove, snapResize, type Guides } from './geometry/guides.ts';
import { getBounds, getPlace, type Place, type Point } from './geometry/place.ts';
import { placeEdits } from './geometry/place-edits.ts';
import { drag, type Handle } from './geometry/resize.ts';
import { rotate } from './geometry/rotate.ts';
import { seenAt } from './selected.ts';
import type { Seen } from './stage-view.ts';

/** The effect of a gesture: the edits, the guides to which it snapped, and its readout. */
type Tried = { readonly edits: readonly Edit[]; readonly lines: Guides | null; readonly says: string };

/** A gesture on visible items: `by` is the offset of the pointer so far, in pixels of the canvas. */
export type Gesture = { readonly label: string; readonly tried: (by: Point, held: Held) => Tried };

/** The snapping distance of edges to guides, in CSS pixels. */
const reachPx = 6;

/** Moves items together. Shift restricts the move to one axis, Ctrl disables snapping. */
export function createMove(editor: Editor, seen: readonly Seen[], scale: number, isSnapping = true): Gesture {
  const free = seen.filter(({ isFree }) => isFree);
  const bounds = getBounds(free.map(({ place }) => place));
  const guides = guidesAround(editor, free);
  const what = free.length === 1 ? 'item' : `${free.length} items`;
  return {
    label: `Move ${what}`,
    tried: (by, { shift, ctrl }) => {
      const isAcross = Math.abs(by.x) >= Math.abs(by.y);
      const along = shift && isSnapping ? { x: isAcross ? by.x : 0, y: isAcross ? 0 : by.y } : by;
      const whole = { x: Math.round(along.x), y: Math.round(along.y) };
      const moved = bounds && {
        left: bounds.left + whole.x,
        right: bounds.right + whole.x,
        top: bounds.top + whole.y,
        bottom: bounds.bottom + whole.y,
      };
      const isDrawn = isSnapping && !ctrl && moved !== null;
      const drawn = isDrawn ? snapMove(moved, guides, reachPx / scale) : null;
      const x = whole.x + (drawn?.value.dx ?? 0);
      const y = whole.y + (drawn?.value.dy ?? 0);
      return {
        edits: free.flatMap(({ item, itemSeconds }) => {
          const own = getPlace(item, itemSeconds);
          return placeEdits(item, itemSeconds, { x: own.x + x, y: own.y + y });
        }),
        lines: drawn?.lines ?? null,
        says: free[0] && free.length === 1 ? sayPlace(free[0].place, { x, y }) : sayWay(x, y),
      };
    },
  };
}

/**
 * Resizes an item by a handle. The aspect ratio is locked, except with Shift; Alt resizes from the center, Ctrl disables
 * snapping.
 */
export function createResize(editor: Editor, one: Seen, handle: Handle, scale: number, isSnapping = true): Gesture {
  const { item, itemSeconds } = one;
  const own = getPlace(item, itemSeconds);
  const guides = guidesAround(editor, [one]);
  const isBox = item.type !== 'video' && item.type !== 'picture';
  const isCorner = handle.x !== 0 && handle.y !== 0;
  return {
    label: 'Resize item',
    tried: (by, { shift, alt, ctrl }) => {
      // Dragging the edge of a text's box changes its lines; dragging the edge of an image would distort it.
      const resizing = { keepsShape: isBox && !isCorner ? false : !(shift && isSnapping), isCentred: alt };
      const dragged = drag(own, handle, by, resizing);
      const target = { guides, reach: isSnapping && !ctrl ? reachPx / scale : 0 };
      const { value, lines } = snapResize(own, handle, dragged, resizing, target);
      const isLetters = item.type === 'text' && item.sizePx !== undefined && resizing.keepsShape;
      const more = isLetters ? { sizePx: Math.max(1, ((item.sizePx ?? 1) * value.width) / own.width) } : {};
      return { edits: placeEdits(item, itemSeconds, value, more), lines, says: saySize(value, own) };
    },
  };
}

/** Rotates an item about its center, from a point of the canvas. Shift rotates in steps of 15°. */
export function createRotation(one: Seen, from: Point): Gesture {
  const { item, itemSeconds, place } = one;
  return {
    label: 'Rotate item',
    tried: (by, { shift, ctrl }) => {
      const to = { x: from.x + by.x, y: from.y + by.y };
      const rotation = rotate(place, from, to, { isStepped: shift, isFree: ctrl });
      return { edits: placeEdits(item, itemSeconds, { rotation }), lines: null, says: `${rotation}°` };
    },
  };
}

/** Rotates an item by `by.x` degrees. */
export const createTurn = ({ item, itemSeconds, place }: Seen): Gesture => ({
  label: 'Rotate item',
  tried: ({ x }) => {
    const rotation = Math.round(10 * (place.rotation + x)) / 10;
    return { edits: placeEdits(item, itemSeconds, { rotation }), lines: null, says: `${rotation}°` };
  },
});

/** Previews the effect of a gesture. */
export function tryGesture({ tryOut, stage }: Editor, { edits, lines, says }: Tried): void {
  tryOut(edits.length > 0 ? edits : null);
  stage.lines.value = lines;
  stage.readout.value = says;
}

/** Ends a gesture: as one step of the history, or without a step for null. */
export function endGesture({ tryOut, apply, stage }: Editor, label: string, tried: Tried | null): void {
  stage.lines.value = null;
  stage.readout.value = null;
  if (!tried || tried.edits.length === 0) {
    tryOut(null);
  } else if (apply(tried.edits, label)) {
    announce(tried.says);
  }
}

/** Returns the guides of the canvas, and of the other visible items. */
function guidesAround({ document, transport }: Editor, moved: readonly Seen[]): Guides {
  const ids = new Set(moved.map(({ item }) => item.id));
  const others = seenAt(document.value, transport.seconds.value).filter(({ item }) => !ids.has(item.id));
  return getGuides(
    document.value,
    others.map(({ place }) => place),
  );
}

const number = (value: number): string => String(Math.round(10 * value) / 10);

const sayPlace = ({ x, y }: Place, by: Point): string => `X ${number(x + by.x)}, Y ${number(y + by.y)}`;

const sayWay = (x: number, y: number): string => `${number(x)}, ${number(y)} px`;

const saySize = (place: Place, before: Place): string =>
  `${number(place.width)} × ${number(place.height)} (${Math.round((100 * place.width) / Math.max(1, before.width))} %)`;
