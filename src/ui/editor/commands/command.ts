import type { Editor } from '../editor.ts';

/** Something that the editor does: a key, an entry of the menu and a row of the sheet of keys come from it. */
export type Command = {
  readonly id: string;
  /** As a menu says it: "Split at the playhead". */
  readonly label: string;
  /** What the menu says instead, where that depends: "Undo Move clip". */
  readonly labelOf?: (editor: Editor) => string;
  readonly group: 'Playback' | 'Edit' | 'Timeline' | 'View' | 'Canvas';
  /** As tinykeys writes them: `Space`, `$mod+z`, `Shift+Delete`. The first is the one that is shown. */
  readonly keys: readonly string[];
  /** Whether its keys are for it also where text is typed and in dialogs: the browser has a meaning of its own for them. */
  readonly isEverywhere?: true;
  /** Absent where it always can. */
  readonly isEnabled?: (editor: Editor) => boolean;
  readonly run: (editor: Editor) => void;
};
