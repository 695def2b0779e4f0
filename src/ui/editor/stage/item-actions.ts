import type { VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { Editor } from '../editor.ts';
import { flipped, noCrop } from './geometry/crop.ts';
import { seenSelection } from './selected.ts';
import type { Seen } from './stage-view.ts';

/** Returns the selected item if it is a single visible, unlocked video or image, which can be cropped; else null. */
export function croppable(editor: Editor): Seen | null {
  const [one, ...others] = seenSelection(editor).filter(({ isFree }) => isFree);
  const isPicture = one?.item.type === 'video' || one?.item.type === 'picture';
  return one && isPicture && others.length === 0 ? one : null;
}

/** Starts to crop the selected item. */
export function startCrop(editor: Editor): void {
  const one = croppable(editor);
  if (one) {
    editor.transport.pause();
    const { crop = noCrop, flip } = one.item;
    editor.stage.mode.value = { type: 'crop', one, crop: flipped(crop, flip), ratio: null };
  }
}

/** Mirrors the selected visible items, each about its own center. */
export function flipSelection(editor: Editor, direction: 'horizontal' | 'vertical'): void {
  const edits = seenSelection(editor)
    .filter(({ isFree }) => isFree)
    .map(({ item }): Edit => ({
      type: 'set',
      itemId: item.id,
      properties: { flip: flippedOnce(item.flip, direction) },
    }));
  if (edits.length > 0) {
    editor.apply(edits, direction === 'horizontal' ? 'Flip horizontal' : 'Flip vertical');
  }
}

function flippedOnce(flip: VisualItem['flip'], direction: 'horizontal' | 'vertical'): VisualItem['flip'] {
  const isAcross = (flip === 'horizontal' || flip === 'both') !== (direction === 'horizontal');
  const isDown = (flip === 'vertical' || flip === 'both') !== (direction === 'vertical');
  return isAcross ? (isDown ? 'both' : 'horizontal') : isDown ? 'vertical' : 'none';
}
