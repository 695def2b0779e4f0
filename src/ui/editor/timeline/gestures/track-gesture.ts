import { rowsOf } from '../rows.ts';
import { followPointer } from './follow-pointer.ts';
import { rowUnder, type Surface } from './surface.ts';

/** Drags a track among those of its kind by its grip; it is put there when it is let go. */
export function pressGrip(surface: Surface, pressed: PointerEvent, trackId: string): void {
  const { editor, element } = surface;
  const document = editor.document.peek();
  const rows = rowsOf(document, surface.isPhone);
  const held = rows.find(({ track }) => track.id === trackId);
  const row = element.querySelector<HTMLElement>(`[data-track="${CSS.escape(trackId)}"]`);
  if (!held || !row) {
    return;
  }
  let to = held;
  followPointer(pressed, element, {
    onMove: ({ clientY }) => {
      const over = rows[rowUnder(surface, clientY).index];
      to = over?.track.kind === held.track.kind ? over : to;
      row.dataset['moved'] = '';
      row.style.transform = `translateY(${clientY - pressed.clientY}px)`;
    },
    onEnd: (isDone) => {
      delete row.dataset['moved'];
      row.style.removeProperty('transform');
      if (isDone && to !== held) {
        editor.apply([{ type: 'move-track', trackId, index: document.tracks.indexOf(to.track) }], 'Move track');
      }
    },
  });
}
