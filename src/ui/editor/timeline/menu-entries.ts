import { snapToFrame } from '#core/timeline/frames.ts';
import type { Editor } from '../editor.ts';
import { closeGapEdits } from './clip-edits.ts';
import { commandOf } from './command-of.ts';
import { addMarkerAt } from './marker-edits.ts';
import type { OpenMenu } from './timeline-view.ts';

/** An entry of a menu; `key` as tinykeys writes it. */
export type MenuEntry = {
  readonly label: string;
  readonly key: string | null;
  readonly isEnabled: boolean;
  readonly run: () => void;
};

/** What can be done where no clip is. */
export function gapEntries(editor: Editor, { atSeconds, trackId }: OpenMenu): MenuEntry[] {
  const document = editor.document.peek();
  const track = document.tracks.find(({ id }) => id === trackId);
  const closing = track ? closeGapEdits(track, atSeconds) : [];
  const paste = commandOf('paste');
  return [
    {
      label: 'Paste here',
      key: null,
      isEnabled: paste.isEnabled?.(editor) ?? true,
      run: () => {
        editor.transport.seek(snapToFrame(atSeconds, document.frameRate));
        paste.run(editor);
      },
    },
    { label: 'Close the gap', key: null, isEnabled: closing.length > 0, run: () => editor.apply(closing, 'Close gap') },
    { label: 'Add a marker here', key: null, isEnabled: true, run: () => addMarkerAt(editor, atSeconds) },
    ...['select-all', 'add-track', 'add-sound-track', 'fit'].map((id) => {
      const { label, keys, isEnabled, run } = commandOf(id);
      return { label, key: keys[0] ?? null, isEnabled: isEnabled?.(editor) ?? true, run: () => run(editor) };
    }),
  ];
}

/** What can be done with a marker. */
export function markerEntries(editor: Editor, { markerId = '' }: OpenMenu): MenuEntry[] {
  return [
    { label: 'Rename marker', key: null, isEnabled: true, run: () => (editor.view.renaming.value = markerId) },
    {
      label: 'Delete marker',
      key: null,
      isEnabled: true,
      run: () => editor.apply([{ type: 'remove-marker', markerId }], 'Delete marker'),
    },
  ];
}
