import type { Editor } from '../editor.ts';

/** An action of the editor. Its key, its menu entry and its row among the keyboard shortcuts are derived from it. */
export type Command = {
  readonly id: string;
  /** The label in a menu: "Split at the playhead". */
  readonly label: string;
  /** Returns the label in the menu if it depends on the state: "Undo Move clip". */
  readonly getLabel?: (editor: Editor) => string;
  readonly group: 'Playback' | 'Edit' | 'Timeline' | 'View' | 'Canvas' | 'Help';
  /** The keys in the notation of tinykeys: `Space`, `$mod+z`, `Shift+Delete`. The UI shows the first one. */
  readonly keys: readonly string[];
  /** Whether the keys also work in text fields and dialogs, because the browser would otherwise do something else with them. */
  readonly isEverywhere?: true;
  /** Absent if the command is always enabled. */
  readonly isEnabled?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
};
