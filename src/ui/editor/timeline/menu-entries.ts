import { snapToFrame } from '#core/timeline/frames.ts';
import type { Editor } from '../editor.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
import { closeGap } from './clip-actions.ts';
import { getCommand } from '../commands/get-command.ts';
import { toEntry, type MenuEntry, type MenuParts } from '../commands/menu-list.tsx';
import { addMarkerAt } from './marker-edits.ts';
import type { OpenMenu } from './timeline-view.ts';

const clipCommands = ['split', 'copy', 'cut', 'paste', 'duplicate'];
const deleteCommands = ['delete', 'ripple-delete'];
/** Commands for some kinds of clips, which are left out for others. */
const kindCommands = ['remove-background', 'tighten', 'mark-beats', 'detach-sound', 'freeze-frame', 'crop'];
const trimCommands = ['trim-start', 'trim-end'];
const arrangeCommands = ['group', 'ungroup', 'hide-clip', 'mute-clip', 'lock-clip'];
const attributeCommands = ['copy-look', 'paste-look'];
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
export function getEntries(editor: Editor, menu: OpenMenu): MenuParts {
  const list = (ids: readonly string[]): MenuEntry[] => ids.map((id) => toEntry(editor, getCommand(id)));
  switch (menu.kind) {
    case 'gap':
      return [gapEntries(editor, menu), list(['select-all', 'add-track', 'add-sound-track', 'fit'])];
    case 'marker':
      return [markerEntries(editor, menu)];
    case 'clip':
      return [
        list(clipCommands),
        list(deleteCommands),
        list(kindCommands.filter((id) => canRun(editor, id))),
        [
          { label: 'Trim', parts: [list(trimCommands)] },
          { label: 'Arrange', parts: [list(arrangeCommands)] },
          { label: 'Attributes', parts: [list(attributeCommands)] },
        ],
      ].filter((part) => part.length > 0);
    case 'track':
    default:
      return [list(trackCommands)];
  }
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
