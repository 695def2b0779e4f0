import { announce } from '#ui/app/announce.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { formatTime } from '../time-notation.ts';
import { sayNothingThere } from './clip-actions.ts';
import { closedRangeEdits, rangeEdits } from './range-edits.ts';

const hasRange = ({ transport }: Editor): boolean => transport.range.value !== null;

/** Deletes the range from in to out, and clears both points. `isClosed` closes the gap, on all tracks. */
function deleteRange(editor: Editor, isClosed: boolean): void {
  const { transport, document, selection } = editor;
  const range = transport.range.peek();
  if (!range) {
    return;
  }
  const { startSeconds, endSeconds } = range;
  const times = { fromSeconds: startSeconds, toSeconds: endSeconds };
  const edits = isClosed
    ? closedRangeEdits(document.peek(), times)
    : rangeEdits(document.peek(), times, selection.peek());
  const label = isClosed ? 'Ripple delete in to out' : 'Delete in to out';
  if (edits.length === 0) {
    sayNothingThere(editor, 'between in and out');
  } else if (editor.apply(edits, label)) {
    transport.range.value = null;
    transport.seek(startSeconds);
    const { frameRate } = document.peek();
    announce(`Deleted from ${formatTime(startSeconds, frameRate)} to ${formatTime(endSeconds, frameRate)}.`);
  } else {
    announce(editor.refusal.peek() ?? 'Could not delete the range.');
  }
}

function goToMark({ transport, document }: Editor, side: 'in' | 'out'): void {
  const range = transport.range.peek();
  if (range) {
    // The frame at the out point is the last one of the range.
    transport.seek(side === 'in' ? range.startSeconds : range.endSeconds - 1 / document.peek().frameRate);
  }
}

/** The commands for the range from in to out. */
export const rangeCommands: readonly Command[] = [
  {
    id: 'delete-range',
    label: 'Delete in to out',
    group: 'Edit',
    // By its character, if other keyboards have a letter on that physical key.
    keys: ['Semicolon', ';'],
    isEnabled: hasRange,
    run: (editor) => deleteRange(editor, false),
  },
  {
    id: 'ripple-delete-range',
    label: 'Ripple delete in to out on all tracks',
    group: 'Edit',
    keys: ['Quote'],
    isEnabled: hasRange,
    run: (editor) => deleteRange(editor, true),
  },
  {
    id: 'go-to-in',
    label: 'Go to in point',
    group: 'Playback',
    keys: ['Shift+i'],
    isEnabled: hasRange,
    run: (editor) => goToMark(editor, 'in'),
  },
  {
    id: 'go-to-out',
    label: 'Go to out point',
    group: 'Playback',
    keys: ['Shift+o'],
    isEnabled: hasRange,
    run: (editor) => goToMark(editor, 'out'),
  },
];
