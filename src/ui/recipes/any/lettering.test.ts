import { afterEach, expect, test, vi } from 'vitest';
import type { BreakAnswer } from '#core/analysis/text-lines.ts';
import { LineBreaker } from '../tracked-title-card/break-lines.ts';
import { Lettering } from './lettering.ts';

/** A worker whose file is not there. */
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

test('a worker of letters that cannot be loaded is told as lost', async () => {
  vi.stubGlobal('Worker', MissingWorker);
  const lettering = new Lettering<BreakAnswer>(() => undefined);
  expect(lettering.isLost.value).toBe(false);
  await vi.waitFor(() => expect(lettering.isLost.value).toBe(true));
});

test('texts that it cannot break are told as lost, and the lines before stay', async () => {
  const workers: EventTarget[] = [];
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        workers.push(this);
      }

      postMessage = (): void => undefined;
      terminate = (): void => undefined;
    },
  );
  const breaker = new LineBreaker();
  const lines = [[{ text: 'A title', width: 4 }]];
  workers[0]?.dispatchEvent(new MessageEvent('message', { data: { lines } }));
  workers[0]?.dispatchEvent(new MessageEvent('message', { data: { lines: null } }));
  expect(breaker.lines.value).toEqual(lines);
  expect(breaker.isLost.value).toBe(true);
});
