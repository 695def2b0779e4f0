import './materials-pane.css';
import { useWindowDrops } from '#ui/kit/parts/drop-zone.tsx';
import { useEditor } from '../editor.ts';
import { take } from './choose-files.ts';

/** Stores files that are dropped anywhere on the editor, and adds them to the timeline at the playhead. */
export function Drops() {
  const editor = useEditor();
  const isOver = useWindowDrops((files) => void take(editor, files));
  return isOver ? (
    <div class="drops" aria-hidden="true">
      <p>Drop to add at the playhead</p>
    </div>
  ) : null;
}
