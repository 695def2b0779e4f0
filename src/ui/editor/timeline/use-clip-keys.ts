import { announce } from '#ui/app/announce.ts';
import { useEditor, type Editor } from '../editor.ts';
import { clipBeside, withGroups } from './clips.ts';
import { getRows } from './rows.ts';

const directions = { ArrowLeft: 'before', ArrowRight: 'after', ArrowUp: 'above', ArrowDown: 'below' } as const;

/**
 * Handles the keys of a clip that was focused by keyboard: arrow keys select an adjacent clip, Enter toggles its selection.
 * After a click, arrow keys still move the playhead.
 */
export function useClipKeys(): (event: KeyboardEvent) => void {
  const editor = useEditor();
  return (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const itemId = target?.getAttribute('data-item') ?? null;
    if (event.key === 'Tab') {
      editor.view.isByPointer.value = false;
    }
    if (!itemId || editor.view.isByPointer.peek() || event.altKey || event.shiftKey) {
      return;
    }
    const direction = isDirection(event.key) ? directions[event.key] : null;
    if (direction !== null && !event.ctrlKey && !event.metaKey) {
      stop(event);
      goBeside(editor, itemId, direction);
    } else if (event.key === 'Enter') {
      stop(event);
      toggle(editor, itemId, event.ctrlKey || event.metaKey);
    }
  };
}

const isDirection = (key: string): key is keyof typeof directions => key in directions;

function stop(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function goBeside(editor: Editor, itemId: string, direction: (typeof directions)[keyof typeof directions]): void {
  const rows = getRows(editor.document.peek()).map(({ track }) => track);
  const next = clipBeside(rows, itemId, direction);
  if (next) {
    focusClip(editor, next.id);
    editor.selection.value = withGroups(editor.document.peek(), [next.id]);
  } else {
    announce(
      {
        before: 'This is the first clip.',
        after: 'This is the last clip.',
        above: 'No track above has clips.',
        below: 'No track below has clips.',
      }[direction],
    );
  }
}

function toggle(editor: Editor, itemId: string, isAdding: boolean): void {
  const ids = withGroups(editor.document.peek(), [itemId]);
  const before = editor.selection.peek();
  if (!isAdding) {
    editor.selection.value = ids;
  } else {
    editor.selection.value = before.includes(itemId)
      ? before.filter((id) => !ids.includes(id))
      : [...new Set([...before, ...ids])];
  }
  announce(`${editor.selection.peek().length} selected.`);
}

/** Focuses a clip, and scrolls to make it visible. */
export function focusClip({ view, document }: Editor, itemId: string): void {
  const item = document
    .peek()
    .tracks.flatMap(({ items }) => items)
    .find(({ id }) => id === itemId);
  if (!item) {
    return;
  }
  const seen = view.widthPx.peek() / view.pixelsPerSecond.peek();
  const start = view.startSeconds.peek();
  const isSeen =
    item.startSeconds >= start && item.startSeconds + Math.min(item.durationSeconds, seen / 4) <= start + seen;
  if (!isSeen) {
    view.startSeconds.value = Math.max(0, item.startSeconds - seen / 8);
  }
  view.focused.value = { itemId, isWanted: true };
}
