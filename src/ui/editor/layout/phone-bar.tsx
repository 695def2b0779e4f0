import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { getCommand } from '../commands/get-command.ts';
import { keepFocus } from '../commands/keep-focus.ts';
import { useEditor } from '../editor.ts';
import { TimelineIcon } from '../timeline/timeline-icon.tsx';
import type { Pane } from './layout.ts';

/** An action of the bar: a command, or a pane that opens as a sheet. */
type Action = { readonly label: string; readonly icon: ComponentChildren } & (
  | { readonly command: string }
  | { readonly pane: Pane }
);

/** The five most used actions. All others are in the menu. */
const actions: readonly Action[] = [
  { label: 'Add', pane: 'materials', icon: <Icon name="plus" /> },
  { label: 'Split', command: 'split', icon: <TimelineIcon name="split" /> },
  { label: 'Duplicate', command: 'duplicate', icon: <Icon name="copy" /> },
  { label: 'Delete', command: 'delete', icon: <TimelineIcon name="bin" /> },
  { label: 'Properties', pane: 'properties', icon: <Icon name="settings" /> },
];

/** The bar at the bottom of a phone. */
export function PhoneBar() {
  return (
    <div class="editor-foot" role="group" aria-label="Actions">
      {actions.map((action) =>
        'pane' in action ? (
          <PaneButton key={action.label} {...action} />
        ) : (
          <CommandButton key={action.label} {...action} />
        ),
      )}
    </div>
  );
}

function PaneButton({ label, icon, pane }: { label: string; icon: ComponentChildren; pane: Pane }) {
  const { layout } = useEditor();
  return (
    <button
      type="button"
      class="foot-action"
      aria-pressed={layout.right.value === pane}
      onClick={() => layout.toggle(pane)}
    >
      {icon}
      {label}
    </button>
  );
}

function CommandButton({ label, icon, command: id }: { label: string; icon: ComponentChildren; command: string }) {
  const editor = useEditor();
  const command = getCommand(id);
  const isEnabled = useComputed(() => command.isEnabled?.(editor) ?? true).value;
  return (
    <button
      type="button"
      class="foot-action"
      aria-disabled={!isEnabled}
      onMouseDown={keepFocus}
      onClick={() => isEnabled && command.run(editor)}
    >
      {icon}
      {label}
    </button>
  );
}
