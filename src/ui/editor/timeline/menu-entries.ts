import { snapToFrame } from '#core/timeline/frames.ts';
import type { Editor } from '../editor.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
import { closeGap } from './clip-actions.ts';
import { getCommand } from '../commands/get-command.ts';
import { getKeys } from '../commands/get-keys.ts';
import { addMarkerAt } from './marker-edits.ts';
import type { OpenMenu } from './timeline-view.ts';

/** An entry of a menu; `key` is in the notation of tinykeys. */
export type MenuEntry = {
  readonly label: string;
  readonly key: string | null;
  readonly isEnabled: boolean;
  readonly run: () => void;
};

const clipCommands = [
  'split',
  'copy',
  'cut',
  'paste',
  'duplicate',
  'group',
  'ungroup',
  'trim-start',
  'trim-end',
  'hide-clip',
  'mute-clip',
  'lock-clip',
  'copy-look',
  'paste-look',
];
const kindCommands = ['remove-background', 'detach-sound', 'mark-beats', 'freeze-frame', 'crop'];
const lastCommands = ['delete', 'ripple-delete'];
const trackCommands = [
  'rename-track',
  'track-up',
  'track-down',
  'main-track',
  'add-track',
  'add-sound-track',
  'hide-track',
  'mute-track',
  'solo-track',
  'lock-track',
  'delete-track',
];

/** Returns the entries of a menu, mostly commands, which depend on the clicked element. */
export function getEntries(editor: Editor, menu: OpenMenu): readonly MenuEntry[] {
  switch (menu.kind) {
    case 'gap':
      return gapEntries(editor, menu);
    case 'marker':
      return markerEntries(editor, menu);
    case 'clip':
      // Commands for some kinds of clips are left out for others.
      return [...clipCommands, ...kindCommands.filter((id) => canRun(editor, id)), ...lastCommands].map((id) =>
        getEntry(editor, id),
      );
    case 'track':
    default:
      return trackCommands.map((id) => getEntry(editor, id));
  }
}

function getEntry(editor: Editor, id: string): MenuEntry {
  const command = getCommand(id);
  const { label, isEnabled, run } = command;
  return { label, key: getKeys(command)[0] ?? null, isEnabled: isEnabled?.(editor) ?? true, run: () => run(editor) };
}

const canRun = (editor: Editor, id: string): boolean => getCommand(id).isEnabled?.(editor) ?? true;

/** Returns the entries for an empty area. */
function gapEntries(editor: Editor, { atSeconds, trackId }: OpenMenu): MenuEntry[] {
  const document = editor.document.peek();
  const track = document.tracks.find(({ id }) => id === trackId);
  const gap = track && !track.isLocked ? findGap(track, atSeconds, document.frameRate) : null;
  const paste = getCommand('paste');
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
    {
      label: 'Close gap',
      key: null,
      isEnabled: gap !== null,
      run: () => track && closeGap(editor, track.id, atSeconds),
    },
    { label: 'Add marker here', key: null, isEnabled: true, run: () => addMarkerAt(editor, atSeconds) },
    ...['select-all', 'add-track', 'add-sound-track', 'fit'].map((id) => getEntry(editor, id)),
  ];
}

/** Returns the entries for a marker. */
function markerEntries(editor: Editor, { markerId = '' }: OpenMenu): MenuEntry[] {
  return [
    { label: 'Rename marker', key: null, isEnabled: true, run: () => (editor.view.renaming.value = markerId) },
    {
      label: 'Move marker to the playhead',
      key: null,
      isEnabled: true,
      run: () =>
        editor.apply([{ type: 'set-marker', markerId, atSeconds: editor.transport.seconds.peek() }], 'Move marker'),
    },
    {
      label: 'Delete marker',
      key: null,
      isEnabled: true,
      run: () => editor.apply([{ type: 'remove-marker', markerId }], 'Delete marker'),
    },
  ];
}
