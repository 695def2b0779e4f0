import { effect, type ReadonlySignal } from '@preact/signals';
import { createDeferred } from '#core/lib/deferred.ts';
import { toHoldLock } from '#core/model/holds.ts';
import { clipboard } from '../timeline/clipboard.ts';

/**
 * Prevents the removal of all files that the editor has known. An undo may restore any of them when no version of the canvas
 * refers to it any more. Files that were copied elsewhere may be pasted. Keys are asset ids. Returns a function that releases
 * the files; closing the tab releases them too.
 */
export function holdAssets(assets: ReadonlySignal<Readonly<Record<string, unknown>>>): () => void {
  const { promise: end, resolve } = createDeferred();
  const held = new Set<string>();
  const stop = effect(() => {
    for (const id of Object.keys({ ...assets.value, ...clipboard.value.assets }).filter((one) => !held.has(one))) {
      held.add(id);
      // Without the lock the file exists as long as a version refers to it.
      navigator.locks.request(toHoldLock(id), { mode: 'shared' }, () => end).catch(() => undefined);
    }
  });
  return () => {
    stop();
    resolve();
  };
}
