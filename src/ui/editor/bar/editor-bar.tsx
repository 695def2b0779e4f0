import './bar.css';
import { MenuBar } from '../commands/menu-bar.tsx';
import { keepFocus } from '../commands/keep-focus.ts';
import { getHint } from '../commands/command-of.ts';
import { useEditor } from '../editor.ts';
import { ExportButton } from '../export/export-button.tsx';
import type { Pane } from '../layout/layout.ts';
import { step, toLabel } from '../session/session-commands.ts';
import { toHref } from '#ui/app/navigation.ts';
import { BarIcon } from './bar-icon.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { SavingWords } from './saving-words.tsx';
import { TitleField } from './title-field.tsx';

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

const names: Readonly<Record<Pane, string>> = { materials: 'Media', properties: 'Properties', history: 'History' };

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
