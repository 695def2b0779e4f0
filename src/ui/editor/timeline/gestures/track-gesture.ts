import { getRows, type Row } from '../rows.ts';
import { followPointer } from './follow-pointer.ts';
import { rowUnder, type Surface } from './surface.ts';

/** Drags a track by its grip among those of its kind; it moves there on release. */
export function pressGrip(surface: Surface, pressed: PointerEvent, trackId: string): void {
  const { editor, element } = surface;
  const rowsNow = (): Row[] => getRows(editor.document.peek(), surface.isPhone);
  const held = rowsNow().find(({ track }) => track.id === trackId);
  const row = element.querySelector<HTMLElement>(`[data-track="${CSS.escape(trackId)}"]`);
  if (!held || !row) {
    return;
  }
  let to = held;
  followPointer(pressed, element, {
    onMove: ({ clientY }) => {
      const over = rowsNow()[rowUnder(surface, clientY).index];
      to = over?.track.kind === held.track.kind ? over : to;
      row.dataset['moved'] = '';
      row.style.transform = `translateY(${clientY - pressed.clientY}px)`;
    },
    onEnd: (isDone) => {
      delete row.dataset['moved'];
      row.style.removeProperty('transform');
      if (isDone && to.track.id !== trackId) {
        // Others may have moved or removed tracks by now.
        const index = editor.document.peek().tracks.findIndex(({ id }) => id === to.track.id);
        if (index !== -1) {
          editor.apply([{ type: 'move-track', trackId, index }], 'Move track');
        }
      }
    },
  });
}
