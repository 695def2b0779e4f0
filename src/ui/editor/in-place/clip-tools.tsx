import './in-place.css';
import type { ComponentChildren } from 'preact';
import { useComputed } from '@preact/signals';
import { getCommand, getHint } from '../commands/get-command.ts';
import { useEditor } from '../editor.ts';

/**
 * Buttons for commands that change the selected clip, and further ones as children. Without a clip, a hint that says what they do.
 */
export function ClipTools(props: { ids: readonly string[]; hint?: string; children?: ComponentChildren }) {
  const { ids, hint, children } = props;
  const editor = useEditor();
  const list = ids.map(getCommand);
  const enabled = useComputed(() => list.map((command) => command.isEnabled?.(editor) ?? true)).value;
  return hint !== undefined && !enabled.includes(true) ? (
    <p class="soft small">{hint}</p>
  ) : (
    <div class="clip-tools">
      {list.map((command, index) => (
        <button
          key={command.id}
          type="button"
          class="button"
          disabled={enabled[index] !== true}
          title={getHint(command.id)}
          onClick={() => command.run(editor)}
        >
          {command.label}
        </button>
      ))}
      {children}
    </div>
  );
}
