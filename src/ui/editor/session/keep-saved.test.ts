import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTimeline } from '../../../../test/support/timeline.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import type { Canvas } from './canvas-port.ts';
import { keepSaved } from './keep-saved.ts';
import { Sync } from './sync.ts';

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const first = makeTimeline([]);
const lost = toError(new TypeError('Failed to fetch'));

/** Opens a canvas whose save requests the test answers. */
function openCanvas() {
  const document = signal(first);
  const writes: ((error: unknown) => void)[] = [];
  const canvas: Canvas = {
    id: 'cnv',
    revision: 1,
    document: first,
    durationSeconds: 0,
    assets: {},
    createdAt: '',
    updatedAt: '',
  };
  const sync = new Sync({
    canvas,
    document,
    history: { note: () => undefined, rename: () => undefined },
    port: {
      read: () => Promise.resolve(null),
      write: () => new Promise((_, reject) => void writes.push(reject)),
      readVersion: () => Promise.resolve(null),
    },
    drafts: { read: () => null, keep: () => undefined, drop: () => undefined },
    hear: () => undefined,
    onMerge: () => undefined,
  });
  return { document, writes, sync, stop: keepSaved(sync, document) };
}

test('an editor that was closed during a save does not retry after a failure', async () => {
  const { document, writes, stop } = openCanvas();
  document.value = { ...first, title: 'Another one' };
  await vi.advanceTimersByTimeAsync(1000);
  expect(writes).toHaveLength(1);
  stop();
  writes[0]?.(lost);
  await vi.advanceTimersByTimeAsync(0);
  // The last save, when the editor closes.
  expect(writes).toHaveLength(2);
  writes[1]?.(lost);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(writes).toHaveLength(2);
});

test('a failed save is retried at growing intervals, whatever requested it', async () => {
  const { document, writes, sync, stop } = openCanvas();
  document.value = { ...first, title: 'Another one' };
  sync.push().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(writes).toHaveLength(1);
  // Later than the save that the edit itself requested, which waits for this one.
  await vi.advanceTimersByTimeAsync(1500);
  writes[0]?.(lost);
  await vi.advanceTimersByTimeAsync(0);
  writes[1]?.(lost);
  await vi.advanceTimersByTimeAsync(1999);
  expect(writes).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes).toHaveLength(3);
  sync.push().catch(() => undefined);
  writes[2]?.(lost);
  await vi.advanceTimersByTimeAsync(0);
  writes[3]?.(lost);
  await vi.advanceTimersByTimeAsync(8000);
  expect(writes).toHaveLength(5);
  stop();
});

test('a save that fails for lack of storage is retried', async () => {
  const { document, writes, sync, stop } = openCanvas();
  document.value = { ...first, title: 'Another one' };
  await vi.advanceTimersByTimeAsync(1000);
  writes[0]?.(new OffcutError({ code: 'STORAGE_FULL', message: 'Full.' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(sync.state.value).toMatchObject({ kind: 'failed' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(writes).toHaveLength(2);
  stop();
});
