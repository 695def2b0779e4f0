import { getCommand } from '../commands/get-command.ts';
import { useEditor } from '../editor.ts';
import { PanelTile } from '../library/panel-tile.tsx';

/** The transitions that can be added at a cut. */
export function TransitionsPanel() {
  const editor = useEditor();
  return (
    <section class="tile-panel" aria-label="Transitions">
      <p class="soft small">Added at the cut of the selected clip, or at the one nearest to the playhead.</p>
      <div class="panel-tiles">
        <PanelTile
          label="Dissolve"
          name="Add dissolve"
          face={
            <svg viewBox="0 0 16 16">
              <path d="M2.5 4h11v8h-11zM2.5 4l11 8M13.5 4l-11 8" />
            </svg>
          }
          onClick={() => getCommand('add-dissolve').run(editor)}
        />
      </div>
    </section>
  );
}
