import './session.css';
import { useSignalEffect } from '@preact/signals';
import { useEditor } from '../editor.ts';

const shownMs = 7000;

/** Shows the reason of the last refused edit over the timeline for a while. */
export function RefusalToast() {
  const { refusal } = useEditor();
  useSignalEffect(() => {
    if (refusal.value !== null) {
      const timer = setTimeout(() => (refusal.value = null), shownMs);
      return () => clearTimeout(timer);
    }
    return undefined;
  });
  return (
    <div class="editor-toast" role="status">
      {refusal.value !== null && <p>{refusal.value}</p>}
    </div>
  );
}
