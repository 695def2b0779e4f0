import { afterEach, expect, test, vi } from 'vitest';
import { boundDecoders } from './bounded-decoder.ts';

afterEach(() => vi.unstubAllGlobals());

test('a decoder reports a full queue when a few packets wait, and before its first frame only when it must have a frame', async () => {
  vi.stubGlobal(
    'VideoDecoder',
    class {
      waiting = 0;
      readonly give: () => void;
      constructor({ output }: { output: (frame: null) => void }) {
        this.give = () => output(null);
      }
      get decodeQueueSize(): number {
        return this.waiting;
      }
      decode(): void {
        this.waiting += 1;
      }
      async flush(): Promise<void> {}
    },
  );
  boundDecoders();
  boundDecoders();
  const frames: unknown[] = [];
  const decoder = new VideoDecoder({ output: (frame) => frames.push(frame), error: () => undefined });
  const sizeAt = (waiting: number): number => Object.assign(decoder, { waiting }).decodeQueueSize;
  const decode = (count: number): void => Array.from({ length: count }).forEach(() => decoder.decode(chunk));
  const chunk: EncodedVideoChunk = Object.create(null);
  const isFull = (): boolean => sizeAt(7) > 40;
  // A decoder that reorders 16 frames, or has 16 threads, returns none before.
  decode(23);
  expect([0, 1, 6, 7, 23].map(sizeAt)).toEqual([0, 1, 6, 7, 23]);
  decode(1);
  expect([isFull(), sizeAt(6)]).toEqual([true, 6]);
  await decoder.flush();
  expect(isFull()).toBe(false);
  Reflect.get(decoder, 'give')();
  expect([frames.length, isFull(), sizeAt(6)]).toEqual([1, true, 6]);
});
