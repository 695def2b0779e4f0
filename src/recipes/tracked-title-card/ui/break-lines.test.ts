import { afterEach, expect, test, vi } from 'vitest';
import { LineBreaker } from './break-lines.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('reports texts that it cannot break as lost, and keeps the previous lines', async () => {
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
