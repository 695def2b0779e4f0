import type { TimelineDocument } from '#core/timeline/document.ts';
import { isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import { formatTime } from '../time-notation.ts';

/** Returns the effect of a key on the focused marker; null for a key without an effect. */
export function markerAct(
  editor: Editor,
  { id, atSeconds, label }: Marker,
  { key, altKey, shiftKey }: KeyboardEvent,
): (() => void) | null {
  const name = label || 'Marker';
  if (key === 'Delete' || key === 'Backspace') {
    return () =>
      editor.apply([{ type: 'remove-marker', markerId: id }], 'Delete marker') && announce(`${name} deleted.`);
  }
  if (key === 'F2') {
    return () => (editor.view.renaming.value = id);
  }
  const step = altKey ? { ArrowLeft: -1, ArrowRight: 1 }[key] : undefined;
  if (step === undefined) {
    return null;
  }
  const { frameRate } = editor.document.peek();
  const to = Math.max(0, snapToFrame(atSeconds + (step * (shiftKey ? 10 : 1)) / frameRate, frameRate));
  return () =>
    editor.apply([{ type: 'set-marker', markerId: id, atSeconds: to }], 'Move marker') &&
    announce(`${name} at ${formatTime(to, frameRate)}.`);
}

type Marker = TimelineDocument['markers'][number];

/** Adds a marker at a time, or announces that there is one already. */
export function addMarkerAt(editor: Editor, atSeconds: number): void {
  const { markers, frameRate } = editor.document.peek();
  if (markers.some((marker) => isSameTime(marker.atSeconds, atSeconds, frameRate))) {
    announce('There is already a marker here.');
    return;
  }
  const label = `Marker ${markers.length + 1}`;
  if (editor.apply([{ type: 'add-marker', atSeconds, label }], 'Add marker')) {
    announce(`${label} at ${formatTime(atSeconds, frameRate)}.`);
  }
}
