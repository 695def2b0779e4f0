import { useEditor } from '../editor.ts';
import type { SavingState } from '../session/sync.ts';

const words: Readonly<Record<SavingState['kind'], string>> = {
  saved: 'Saved',
  edited: 'Saving',
  saving: 'Saving',
  failed: 'Not saved',
  conflict: 'Not saved',
  gone: 'Not saved',
};

/** Shows whether the edits are saved. The reason of a failure is below the bar. */
export function SavingWords() {
  const { kind } = useEditor().saving.value;
  return (
    <span class={`editor-saving small ${words[kind] === 'Not saved' ? 'editor-unsaved' : ''}`}>{words[kind]}</span>
  );
}
