import { announce } from '#ui/app/announce.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { findChosen, removeTransition } from '../transitions/chosen.ts';
import {
  closeClickedGap,
  closeGapAtPlayhead,
  copyClips,
  deleteClips,
  duplicateClips,
  findGapTrack,
  groupClips,
  getGroups,
  moveSelected,
  nudge,
  nudgeEdge,
  pasteAtPlayhead,
  splitAllAtPlayhead,
  splitAtPlayhead,
  toggleAll,
  trimToPlayhead,
  ungroupClips,
} from './clip-actions.ts';
import { underPlayhead } from './clip-edits.ts';
import { clipboard } from './clipboard.ts';
import { findPlaced } from './clips.ts';
import { getClickedGap, rippleFor } from './magnet.ts';
import { clipsInWords } from './gestures/plan.ts';

const hasClips = ({ document, selection }: Editor): boolean => findPlaced(document.value, selection.value).length > 0;
const hasSeveral = ({ document, selection }: Editor): boolean => findPlaced(document.value, selection.value).length > 1;
const hasAnyAtPlayhead = ({ document, transport }: Editor): boolean =>
  underPlayhead(document.value, [], transport.seconds.value).length > 0;
const hasCopied = (): boolean => clipboard.value.copied.length > 0;
const hasGroups = (editor: Editor): boolean => getGroups(editor).length > 0;

const command = (
  id: string,
  label: string,
  keys: readonly string[],
  run: (editor: Editor) => void,
  isEnabled: (editor: Editor) => boolean = hasClips,
): Command => ({ id, label, group: 'Edit', keys, isEnabled, run });

const copy = (editor: Editor): void => announce(`Copied ${clipsInWords(copyClips(editor))}.`);

function cut(editor: Editor): void {
  copyClips(editor);
  deleteClips(editor, rippleFor(editor));
}

const rippleDelete = (editor: Editor): void => deleteClips(editor, rippleFor(editor, 'this'));

/** Deletes the selected transition, or the selected clips; without a selection, closes the gap that was clicked. */
function deleteSelected(editor: Editor): void {
  const item = findChosen(editor);
  if (item) {
    removeTransition(editor, item);
  } else if (hasClips(editor)) {
    deleteClips(editor, rippleFor(editor));
  } else {
    closeClickedGap(editor);
  }
}

const hasAnyToDelete = (editor: Editor): boolean =>
  hasClips(editor) || findChosen(editor) !== null || getClickedGap(editor) !== null;

/** The commands for clips. */
export const clipCommands: readonly Command[] = [
  command('split', 'Split at the playhead', ['s', '$mod+b', '$mod+k'], splitAtPlayhead, hasAnyAtPlayhead),
  command('split-all', 'Split all tracks at the playhead', ['$mod+Shift+k'], splitAllAtPlayhead, hasAnyAtPlayhead),
  command('delete', 'Delete', ['Delete', 'Backspace'], deleteSelected, hasAnyToDelete),
  command(
    'close-gap',
    'Close gap at the playhead',
    ['Shift+g'],
    closeGapAtPlayhead,
    (editor) => findGapTrack(editor) !== undefined,
  ),
  command('ripple-delete', 'Ripple delete', ['Shift+Delete', 'Shift+Backspace'], rippleDelete),
  command('duplicate', 'Duplicate', ['$mod+d'], duplicateClips),
  command('copy', 'Copy', ['$mod+c'], copy),
  command('cut', 'Cut', ['$mod+x'], cut),
  command('paste', 'Paste at the playhead', ['$mod+v'], pasteAtPlayhead, hasCopied),
  command('group', 'Group', ['$mod+g'], groupClips, hasSeveral),
  command('ungroup', 'Ungroup', ['$mod+Shift+g'], ungroupClips, hasGroups),
  command(
    'trim-start',
    'Trim start to the playhead',
    ['q'],
    (editor) => trimToPlayhead(editor, 'start'),
    hasAnyAtPlayhead,
  ),
  command('trim-end', 'Trim end to the playhead', ['w'], (editor) => trimToPlayhead(editor, 'end'), hasAnyAtPlayhead),
  command('start-earlier', 'Start one frame earlier', ['['], (editor) => nudgeEdge(editor, 'start', -1)),
  command('start-later', 'Start one frame later', ['Shift+BracketLeft'], (editor) => nudgeEdge(editor, 'start', 1)),
  command('end-later', 'End one frame later', [']'], (editor) => nudgeEdge(editor, 'end', 1)),
  command('end-earlier', 'End one frame earlier', ['Shift+BracketRight'], (editor) => nudgeEdge(editor, 'end', -1)),
  command('nudge-earlier', 'Move one frame earlier', ['Alt+ArrowLeft'], (editor) => nudge(editor, -1)),
  command('nudge-later', 'Move one frame later', ['Alt+ArrowRight'], (editor) => nudge(editor, 1)),
  command('nudge-earlier-far', 'Move ten frames earlier', ['Alt+Shift+ArrowLeft'], (editor) => nudge(editor, -10)),
  command('nudge-later-far', 'Move ten frames later', ['Alt+Shift+ArrowRight'], (editor) => nudge(editor, 10)),
  command('move-up', 'Move to the track above', ['Alt+ArrowUp'], (editor) =>
    moveSelected(editor, { bySeconds: 0, rows: -1 }, 'Moved up.'),
  ),
  command('move-down', 'Move to the track below', ['Alt+ArrowDown'], (editor) =>
    moveSelected(editor, { bySeconds: 0, rows: 1 }, 'Moved down.'),
  ),
  command('hide-clip', 'Hide or show', [], (editor) => toggleAll(editor, 'isHidden', 'Hide')),
  command('mute-clip', 'Mute or unmute', [], (editor) => toggleAll(editor, 'isMuted', 'Mute')),
  command('lock-clip', 'Lock or unlock', [], (editor) => toggleAll(editor, 'isLocked', 'Lock')),
];
