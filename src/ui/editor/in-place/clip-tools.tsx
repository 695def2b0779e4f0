import './in-place.css';
import { useComputed } from '@preact/signals';
import { getCommand, getHint } from '../commands/get-command.ts';
import { useEditor } from '../editor.ts';

/** Buttons for commands that change the selected clip. Without a clip, a hint that says what they do. */
export function ClipTools({ ids, hint }: { ids: readonly string[]; hint?: string }) {
  const editor = useEditor();
  const list = ids.map(getCommand);
  const enabled = useComputed(() => list.map((command) => command.isEnabled?.(editor) ?? true)).value;
  return hint !== undefined && !enabled.includes(true) ? (
    <p class="soft small">{hint}</p>
  ) : (
    <div class="row clip-actions">
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
    </div>
  );
}
