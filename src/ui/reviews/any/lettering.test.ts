import { afterEach, expect, test, vi } from 'vitest';
import type { BreakAnswer } from '#core/analysis/text-lines.ts';
import { Lettering } from './lettering.ts';

/** A worker whose script does not exist. */
class MissingWorker extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
  }

  postMessage = (): void => undefined;
  terminate = (): void => undefined;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test('reports a text worker that cannot be loaded as lost', async () => {
  vi.stubGlobal('Worker', MissingWorker);
  const lettering = new Lettering<BreakAnswer>(() => undefined);
  expect(lettering.isLost.value).toBe(false);
  await vi.waitFor(() => expect(lettering.isLost.value).toBe(true));
});
