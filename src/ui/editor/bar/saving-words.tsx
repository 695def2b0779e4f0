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

/** Whether the edits are saved; why not stands below the bar. */
export function SavingWords() {
  const { kind } = useEditor().saving.value;
  return (
    <span class={`editor-saving small ${words[kind] === 'Not saved' ? 'editor-unsaved' : ''}`}>{words[kind]}</span>
  );
}
