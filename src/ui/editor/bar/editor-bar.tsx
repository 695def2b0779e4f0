import './bar.css';
import { MenuBar } from '../commands/menu-bar.tsx';
import { keepFocus } from '../commands/keep-focus.ts';
import { getHint } from '../commands/get-command.ts';
import { useEditor } from '../editor.ts';
import { ExportButton } from '../export/export-button.tsx';
import type { Pane } from '../layout/layout.ts';
import { step, toLabel } from '../session/session-commands.ts';
import { toHref } from '#ui/app/navigation.ts';
import { EditorNotices } from './editor-notices.tsx';
import { TitleField } from './title-field.tsx';
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
function SavingWords() {
  const { kind } = useEditor().saving.value;
  return (
    <span class={`editor-saving small ${words[kind] === 'Not saved' ? 'editor-unsaved' : ''}`}>{words[kind]}</span>
  );
}

const paths = {
  back: 'M12 4.5 6.5 10l5.5 5.5',
  undo: 'M7.5 4.5 4 8l3.5 3.5M4 8h7.5a4 4 0 0 1 0 8H8',
  redo: 'M12.5 4.5 16 8l-3.5 3.5M16 8H8.5a4 4 0 0 0 0 8H12',
  materials: 'M3.5 4.5h13v11h-13zM8 4.5v11',
  properties: 'M3.5 4.5h13v11h-13zM12 4.5v11',
  history: 'M4.2 8A6 6 0 1 1 4 10.5M4 4.5V8h3.5M10 7v3.5l2.5 1.5',
} as const;

/** A line icon of the editor's bar, hidden from screen readers because its control has a name. */
function BarIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/**
 * The title, the commands, the history and the saving state, with notices below that explain why the canvas cannot be edited or
 * saved.
 */
export function EditorBar() {
  const { layout } = useEditor();
  const isPhone = layout.shape.value === 'phone';
  return (
    <div class="editor-top">
      <header class="editor-bar">
        <a
          class="button button-quiet button-icon"
          href={toHref({ page: 'canvases' })}
          aria-label="All canvases"
          title="All canvases"
        >
          <BarIcon name="back" />
        </a>
        <TitleField />
        {!isPhone && <MenuBar />}
        <SavingWords />
        <div class="editor-bar-end">
          <Steps />
          {isPhone ? <MenuBar /> : <PaneSwitches />}
          <ExportButton />
        </div>
      </header>
      <EditorNotices />
    </div>
  );
}

function Steps() {
  const editor = useEditor();
  const { undoLabel, redoLabel } = editor.history;
  const [undo, redo] = [toLabel('Undo', undoLabel.value), toLabel('Redo', redoLabel.value)];
  return (
    <>
      <button
        type="button"
        class="button button-quiet button-icon"
        aria-label={undo}
        title={getHint('undo', undo)}
        aria-disabled={undoLabel.value === null}
        onMouseDown={keepFocus}
        onClick={() => step(editor, 'undo')}
      >
        <BarIcon name="undo" />
      </button>
      <button
        type="button"
        class="button button-quiet button-icon"
        aria-label={redo}
        title={getHint('redo', redo)}
        aria-disabled={redoLabel.value === null}
        onMouseDown={keepFocus}
        onClick={() => step(editor, 'redo')}
      >
        <BarIcon name="redo" />
      </button>
    </>
  );
}

const names: Readonly<Record<Pane, string>> = { materials: 'Library', properties: 'Properties', history: 'History' };

/** The buttons that fold the panes. In a narrow window the panes share one side, with tabs. */
function PaneSwitches() {
  const { layout } = useEditor();
  const side = layout.right.value;
  return layout.shape.value === 'narrow' ? (
    <button
      type="button"
      class="button button-quiet button-icon pane-switch"
      aria-label="Side pane"
      title="Side pane"
      aria-pressed={side !== null}
      onClick={() => layout.toggle(side ?? 'properties')}
    >
      <BarIcon name="properties" />
    </button>
  ) : (
    <>
      <PaneSwitch pane="materials" />
      <PaneSwitch pane="properties" />
      <PaneSwitch pane="history" />
    </>
  );
}

function PaneSwitch({ pane }: { pane: Pane }) {
  const { layout } = useEditor();
  return (
    <button
      type="button"
      class="button button-quiet button-icon pane-switch"
      aria-label={names[pane]}
      title={getHint(`toggle-${pane}`, names[pane])}
      onMouseDown={keepFocus}
      aria-pressed={layout.left.value === pane || layout.right.value === pane}
      onClick={() => layout.toggle(pane)}
    >
      <BarIcon name={pane} />
    </button>
  );
}
