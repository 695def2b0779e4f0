import type { Track } from '#core/timeline/document.ts';
import { announce } from '#ui/app/announce.ts';
import { toCount } from '#ui/kit/format.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { getMainTrack } from './magnet.ts';
import { newTracks } from './new-tracks.ts';
import { indexAfterStep } from './rows.ts';
import { hasSound, toggleSolo } from './solo.ts';

/** Returns the track whose head is selected. */
const selectedTrack = ({ document, selection }: Editor): Track | null =>
  (selection.value.length === 1 && document.value.tracks.find(({ id }) => id === selection.value[0])) || null;

const hasTrack = (editor: Editor): boolean => selectedTrack(editor) !== null;

function add(editor: Editor, kind: Track['kind']): void {
  const side = kind === 'visual' ? { above: 1, below: 0 } : { above: 0, below: 1 };
  const { edits, ids } = newTracks(editor.document.peek(), kind, side);
  if (editor.apply(edits, kind === 'sound' ? 'Add audio track' : 'Add track')) {
    editor.selection.value = ids;
    announce('Track added.');
  }
}

function step(editor: Editor, by: -1 | 1): void {
  const track = selectedTrack(editor);
  const index = track && indexAfterStep(editor.document.peek(), track.id, by);
  if (track && index !== null && editor.apply([{ type: 'move-track', trackId: track.id, index }], 'Move track')) {
    announce(`${track.name} moved ${by < 0 ? 'up' : 'down'}.`);
  }
}

const canStep = (editor: Editor, by: -1 | 1): boolean => {
  const track = selectedTrack(editor);
  return track !== null && indexAfterStep(editor.document.value, track.id, by) !== null;
};

function set(editor: Editor, name: 'isHidden' | 'isMuted' | 'isLocked', words: string): void {
  const track = selectedTrack(editor);
  if (track && editor.apply([{ type: 'set-track', trackId: track.id, [name]: !track[name] }], words)) {
    announce(`${track.name}: ${words.toLowerCase()} ${track[name] ? 'off' : 'on'}.`);
  }
}

function remove(editor: Editor): void {
  const track = selectedTrack(editor);
  if (track && editor.apply([{ type: 'remove-track', trackId: track.id }], 'Delete track')) {
    editor.selection.value = [];
    announce(`${track.name} deleted with ${toCount(track.items.length, 'clip')}. Undo brings it back.`);
  }
}

/** Makes the selected track the main track, which is magnetic. */
function chooseMain(editor: Editor): void {
  const track = selectedTrack(editor);
  if (track) {
    editor.view.mainTrackId.value = track.id;
    announce(`${track.name} is the main track.`);
  }
}

/** The commands for tracks. */
export const trackCommands: readonly Command[] = [
  {
    id: 'add-track',
    label: 'Add track',
    group: 'Timeline',
    keys: ['$mod+Alt+t'],
    run: (editor) => add(editor, 'visual'),
  },
  {
    id: 'add-sound-track',
    label: 'Add audio track',
    group: 'Timeline',
    keys: [],
    run: (editor) => add(editor, 'sound'),
  },
  {
    id: 'rename-track',
    label: 'Rename track',
    group: 'Timeline',
    keys: [],
    isEnabled: hasTrack,
    run: (editor) => (editor.view.renaming.value = selectedTrack(editor)?.id ?? null),
  },
  {
    id: 'track-up',
    label: 'Move track up',
    group: 'Timeline',
    keys: [],
    isEnabled: (editor) => canStep(editor, -1),
    run: (editor) => step(editor, -1),
  },
  {
    id: 'track-down',
    label: 'Move track down',
    group: 'Timeline',
    keys: [],
    isEnabled: (editor) => canStep(editor, 1),
    run: (editor) => step(editor, 1),
  },
  {
    id: 'main-track',
    label: 'Use as main track',
    group: 'Timeline',
    keys: [],
    isEnabled: (editor) =>
      selectedTrack(editor)?.kind === 'visual' && getMainTrack(editor)?.id !== selectedTrack(editor)?.id,
    run: chooseMain,
  },
  {
    id: 'hide-track',
    label: 'Hide or show track',
    group: 'Timeline',
    keys: [],
    isEnabled: hasTrack,
    run: (editor) => set(editor, 'isHidden', 'Hide track'),
  },
  {
    id: 'mute-track',
    label: 'Mute or unmute track',
    group: 'Timeline',
    keys: [],
    isEnabled: hasTrack,
    run: (editor) => set(editor, 'isMuted', 'Mute track'),
  },
  {
    id: 'solo-track',
    label: 'Play track alone (solo)',
    group: 'Timeline',
    keys: [],
    isEnabled: (editor) => {
      const track = selectedTrack(editor);
      return track !== null && hasSound(track);
    },
    run: (editor) => {
      const track = selectedTrack(editor);
      if (track) {
        toggleSolo(editor, track.id);
        announce(`${track.name}: solo ${editor.view.soloIds.peek().has(track.id) ? 'on' : 'off'}.`);
      }
    },
  },
  {
    id: 'lock-track',
    label: 'Lock or unlock track',
    group: 'Timeline',
    keys: [],
    isEnabled: hasTrack,
    run: (editor) => set(editor, 'isLocked', 'Lock track'),
  },
  { id: 'delete-track', label: 'Delete track', group: 'Timeline', keys: [], isEnabled: hasTrack, run: remove },
];
