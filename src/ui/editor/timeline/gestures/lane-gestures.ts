import { snapToFrame } from '#core/timeline/frames.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { withGroups } from '../clips.ts';
import { getRows } from '../rows.ts';
import { snap } from '../snapping.ts';
import type { Marquee } from '../timeline-view.ts';
import { followInFrames, isModHeld } from './follow-in-frames.ts';
import type { Plan } from './plan.ts';
import { runGesture } from './run-gesture.ts';
import { heightAt, rowUnder, scrollAtEdges, secondsAt, snappingFor, type Surface } from './surface.ts';

/** Draws a selection box around clips; a click clears the selection and moves the playhead there. */
export function pressLane(surface: Surface, pressed: PointerEvent): void {
  const { editor } = surface;
  const { view, selection } = editor;
  const selected = selection.peek();
  const before = pressed.shiftKey || pressed.ctrlKey || pressed.metaKey ? selected : [];
  const from = { seconds: secondsAt(surface, pressed.clientX), y: heightAt(surface, pressed.clientY) };
  followInFrames(pressed, surface.element, {
    onMove: ({ clientX, clientY }) => {
      scrollAtEdges(surface, clientX, clientY);
      const marquee = between(from, { seconds: secondsAt(surface, clientX), y: heightAt(surface, clientY) });
      view.marquee.value = marquee;
      const ids = [...new Set([...before, ...within(surface, marquee)])];
      if (ids.join() !== selection.peek().join()) {
        selection.value = ids;
      }
    },
    onEnd: (isDone) => {
      view.marquee.value = null;
      selection.value = isDone ? selection.peek() : selected;
    },
    onClick: ({ clientX }) => {
      selection.value = before;
      clickGap(surface, pressed);
      editor.transport.seek(snapToFrame(secondsAt(surface, clientX), editor.document.peek().frameRate));
    },
  });
}

/** Notes the gap at a point of the window, which Delete closes; none outside of gaps. */
export function clickGap(surface: Surface, { clientX, clientY }: PointerEvent): void {
  const { view, document } = surface.editor;
  const { rows, index } = rowUnder(surface, clientY);
  const row = rows[index];
  const gap = row && findGap(row.track, secondsAt(surface, clientX), document.peek().frameRate);
  view.gap.value = row && gap ? { ...gap, trackId: row.track.id, topPx: row.topPx, heightPx: row.heightPx } : null;
}

type Point = { readonly seconds: number; readonly y: number };

const between = (one: Point, other: Point): Marquee => ({
  fromSeconds: Math.min(one.seconds, other.seconds),
  toSeconds: Math.max(one.seconds, other.seconds),
  topPx: Math.min(one.y, other.y),
  bottomPx: Math.max(one.y, other.y),
});

/** Returns the clips that a selection box touches, with the others of their groups. */
function within({ editor, isPhone }: Surface, { fromSeconds, toSeconds, topPx, bottomPx }: Marquee): string[] {
  const document = editor.document.peek();
  const ids = getRows(document, isPhone).flatMap((row) =>
    row.topPx < bottomPx && row.topPx + row.heightPx > topPx
      ? row.track.items.flatMap((item) =>
          item.startSeconds < toSeconds && getEnd(item) > fromSeconds ? [item.id] : [],
        )
      : [],
  );
  return withGroups(document, ids);
}

/** Moves the playhead with the pointer, at once. */
export function pressRuler(surface: Surface, pressed: PointerEvent): void {
  const { editor } = surface;
  const snapping = snappingFor(surface, { movedIds: new Set(), hasPlayhead: false });
  const seek = (pointer: PointerEvent): void => {
    const { clientX, clientY } = pointer;
    scrollAtEdges(surface, clientX, clientY);
    const at = secondsAt(surface, clientX);
    const { targets, toleranceSeconds } = snapping(isModHeld(pointer));
    const near = toleranceSeconds > 0 ? snap([at], targets, toleranceSeconds / 2) : null;
    const to = near?.atSeconds ?? snapToFrame(at, editor.document.peek().frameRate);
    if (to !== editor.transport.seconds.peek()) {
      editor.transport.seek(to);
    }
  };
  followInFrames(pressed, surface.element, { onMove: seek, onEnd: () => undefined }, true);
}

/** Moves a marker; a click moves the playhead to it. */
export function pressMarker(surface: Surface, pressed: PointerEvent, markerId: string): void {
  const { editor } = surface;
  const find = () => editor.document.peek().markers.find(({ id }) => id === markerId);
  if (!find()) {
    return;
  }
  const startedAt = secondsAt(surface, pressed.clientX);
  const snapping = snappingFor(surface, { movedIds: new Set() });
  const plan = (pointer: PointerEvent): Plan | null => {
    const marker = find();
    if (!marker) {
      return null;
    }
    const wanted = Math.max(0, marker.atSeconds + secondsAt(surface, pointer.clientX) - startedAt);
    const { targets, toleranceSeconds } = snapping(isModHeld(pointer));
    const others = targets.filter((time) => time !== marker.atSeconds);
    const near = toleranceSeconds > 0 ? snap([wanted], others, toleranceSeconds) : null;
    const atSeconds = near?.atSeconds ?? snapToFrame(wanted, editor.document.peek().frameRate);
    return {
      edits: [{ type: 'set-marker', markerId, atSeconds }],
      label: 'Move marker',
      snapSeconds: near?.atSeconds ?? null,
    };
  };
  const onClick = (): void => editor.transport.seek(find()?.atSeconds ?? startedAt);
  runGesture(surface, pressed, { heldIds: new Set(), plan, onClick });
}
