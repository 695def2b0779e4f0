import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { findPlaced } from '../clips.ts';
import type { Plan } from './plan.ts';

/** Shorter transitions are only audible, in seconds. */
const heardSeconds = 0.03;

/** Changes the duration of the transition of an item, in whole frames, up to that of the item. */
export function planTransition(
  document: TimelineDocument,
  { itemId, bySeconds }: { readonly itemId: string; readonly bySeconds: number },
): Plan | null {
  const [{ item } = { item: null }] = findPlaced(document, [itemId]);
  if (!item || item.type === 'sound' || !item.transition) {
    return null;
  }
  const { frameRate } = document;
  const least = Math.floor(heardSeconds * frameRate) + 1;
  const most = Math.floor(item.durationSeconds * frameRate + 1e-4);
  const wanted = Math.round((item.transition.durationSeconds + bySeconds) * frameRate);
  const durationSeconds = Math.min(most, Math.max(least, wanted)) / frameRate;
  const isSame = Math.abs(durationSeconds - item.transition.durationSeconds) * frameRate < 0.5;
  const edits: Edit[] = isSame
    ? []
    : [{ type: 'set', itemId, properties: { transition: { ...item.transition, durationSeconds } } }];
  return { edits, label: 'Change transition duration', snapSeconds: null };
}
