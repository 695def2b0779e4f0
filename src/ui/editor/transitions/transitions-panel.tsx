import { useComputed } from '@preact/signals';
import '../library/panels.css';
import { useEditor } from '../editor.ts';
import { findChosen, removeTransition } from './chosen.ts';
import { findCut, findCutBefore } from './cuts.ts';
import { addTransition } from './transition-actions.ts';
import { TransitionTiles, type TransitionChoice } from './transition-tiles.tsx';

/** The transitions of the cut that a user means: of the selected transition or clip, or the nearest to the playhead. */
export function TransitionsPanel() {
  const editor = useEditor();
  const { document, selection, transport } = editor;
  // The id, so that playback renders the panel only for another cut.
  const itemId = useComputed(
    () => findChosen(editor)?.id ?? findCut(document.value, selection.value, transport.seconds.value)?.after.id ?? null,
  ).value;
  const cut = itemId === null ? null : findCutBefore(document.value, itemId);
  const choose = (type: TransitionChoice): void => {
    if (type !== 'none') {
      addTransition(editor, type);
    } else if (cut?.after.transition) {
      removeTransition(editor, cut.after);
    }
  };
  return (
    <section class="tile-panel" aria-label="Transitions">
      <p class="soft small">
        {cut
          ? `Between ${cut.before.name} and ${cut.after.name}.`
          : 'A transition joins two clips. Move the playhead to a cut, or select a clip next to one.'}
      </p>
      <TransitionTiles chosen={cut?.after.transition?.type ?? 'none'} choose={choose} cut={cut} />
    </section>
  );
}
