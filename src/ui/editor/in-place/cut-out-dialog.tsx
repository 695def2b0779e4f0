import { signal } from '@preact/signals';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { useEditor } from '../editor.ts';
import { findVideo } from './replacement.ts';

const CutOutFields = later(async () => (await import('./cut-out-fields.tsx')).CutOutFields);

/** The item id of the clip in the background removal dialog; null while the dialog is closed. */
export const cutOutItemId = signal<string | null>(null);

/** The dialog that shows the price and duration of a background removal, and starts it. */
export function CutOutDialog() {
  const { document } = useEditor();
  const item = cutOutItemId.value === null ? undefined : findVideo(document.value, cutOutItemId.value);
  const close = (): void => {
    cutOutItemId.value = null;
  };
  return (
    <Dialog title="Remove background" isOpen={item !== undefined} onClose={close}>
      {item && <CutOutFields item={item} onClose={close} />}
    </Dialog>
  );
}
