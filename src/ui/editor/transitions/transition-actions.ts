import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import { chooseTransition, findChosen } from './chosen.ts';
import { findCut, transitionEdit } from './cuts.ts';
import { getTransitionName, type Transition } from './transition-types.ts';

/** Adds a transition at a cut of the selected item, or else at the cut nearest to the playhead, and selects it. */
export function addTransition(editor: Editor, type: Transition['type']): void {
  const { document, selection, transport, refusal, apply } = editor;
  const chosen = findChosen(editor);
  const cut = findCut(document.peek(), chosen ? [chosen.id] : selection.peek(), transport.seconds.peek());
  const name = getTransitionName({ type, durationSeconds: 0 });
  if (!cut) {
    refusal.value = `No cut at the playhead. A ${name.toLowerCase()} needs two adjacent items on one track.`;
  } else if (apply([transitionEdit(cut, type)], `Add ${name.toLowerCase()}`)) {
    chooseTransition(editor, cut.after.id);
    announce(`${name} added.`);
  }
}

/** Selects the transition at the cut of the selected item, or else the one near the playhead, and shows its properties. */
export function editTransition(editor: Editor): void {
  const itemId = findTransition(editor);
  if (itemId !== null) {
    chooseTransition(editor, itemId, true);
    editor.layout.show('properties');
  } else {
    editor.refusal.value = 'No transition at the playhead. Select a clip that starts with one.';
  }
}

function findTransition(editor: Editor): string | null {
  const { document, selection, transport } = editor;
  const cut = findCut(document.value, selection.value, transport.seconds.peek());
  return findChosen(editor)?.id ?? (cut?.after.transition ? cut.after.id : null);
}
