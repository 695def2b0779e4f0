import { afterEach, expect, test, vi } from 'vitest';
import { boundDecoders } from './bounded-decoder.ts';

afterEach(() => vi.unstubAllGlobals());

test('a decoder says that it is full once a few packets wait, and how many wait before that', () => {
  vi.stubGlobal(
    'VideoDecoder',
    class {
      waiting = 0;
      get decodeQueueSize(): number {
        return this.waiting;
      }
    },
  );
  boundDecoders();
  boundDecoders();
  const decoder = new VideoDecoder({ output: () => undefined, error: () => undefined });
  const sizeAt = (waiting: number): number => Object.assign(decoder, { waiting }).decodeQueueSize;
  expect([0, 1, 6].map(sizeAt)).toEqual([0, 1, 6]);
  expect(sizeAt(7)).toBeGreaterThan(40);
});
