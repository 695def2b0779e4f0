import { effect, type ReadonlySignal } from '@preact/signals';
import { createDeferred } from '#core/deferred.ts';
import { toHoldLock } from '#core/holds.ts';
import { clipboard } from '../timeline/clipboard.ts';

/**
 * Keeps files that the editor has known, by the ids of their assets, from being removed: an undo may bring any of them back when
 * no version of the canvas names it any more, and what was copied elsewhere may be pasted. The answer ends it, as does the end of the tab.
 */
export function holdAssets(assets: ReadonlySignal<Readonly<Record<string, unknown>>>): () => void {
  const { promise: end, resolve } = createDeferred();
  const held = new Set<string>();
  const stop = effect(() => {
    for (const id of Object.keys({ ...assets.value, ...clipboard.value.assets }).filter((one) => !held.has(one))) {
      held.add(id);
      // Without the lock the file lasts as long as a version names it.
      navigator.locks.request(toHoldLock(id), { mode: 'shared' }, () => end).catch(() => undefined);
    }
  });
  return () => {
    stop();
    resolve();
  };
}
