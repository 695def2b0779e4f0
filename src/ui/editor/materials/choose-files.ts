import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import type { Editor } from '../editor.ts';
import { addMaterials } from './add-material.ts';
import type { Place } from './place.ts';
import { uploadAll } from './uploads.ts';

/** Opens a file picker, stores the chosen files and adds them at the playhead. */
export function chooseFiles(editor: Editor): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = anyFiles;
  input.multiple = true;
  input.addEventListener('change', () => void take(editor, [...(input.files ?? [])]));
  input.click();
}

/** Stores files and adds them to the timeline: by default at the time that the playhead had when they were chosen. */
export async function take(editor: Editor, files: readonly File[], place: Partial<Place> = {}): Promise<void> {
  const wanted = { atSeconds: editor.transport.seconds.peek(), ...place };
  const stored = await uploadAll(files);
  if (stored.length > 0) {
    addMaterials(editor, stored, wanted);
  }
}
