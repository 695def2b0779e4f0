import { isSameTime } from '#core/timeline/frames.ts';
import { announce } from '../../announce.ts';
import type { Editor } from '../editor.ts';
import { formatTime } from '../time-notation.ts';

/** Adds a marker at a time, or says that there is one already. */
export function addMarkerAt(editor: Editor, atSeconds: number): void {
  const { markers, frameRate } = editor.document.peek();
  if (markers.some((marker) => isSameTime(marker.atSeconds, atSeconds, frameRate))) {
    announce('There is a marker already.');
    return;
  }
  const label = `Marker ${markers.length + 1}`;
  if (editor.apply([{ type: 'add-marker', atSeconds, label }], 'Add marker')) {
    announce(`${label} at ${formatTime(atSeconds, frameRate)}.`);
  }
}
