import { expect, test } from 'vitest';
import { readFrames } from './draw-cuts.ts';

/** Creates frames that contain their times, of a file that ends early at 5 s, and a log of reads. */
function createFrames() {
  const reads: string[] = [];
  const getFrame = (seconds: number): ImageData => {
    if (seconds >= 5) {
      throw new Error('it breaks off');
    }
    return { data: new Uint8ClampedArray(), width: seconds, height: 0, colorSpace: 'srgb' };
  };
  const frames = {
    at: async (seconds: number) => {
      reads.push(`at ${seconds}`);
      return getFrame(seconds);
    },
    through: async function* (times: readonly number[]) {
      reads.push(`through ${times.join(' and ')}`);
      for (const seconds of times) {
        yield getFrame(seconds);
      }
    },
  };
  return { reads, read: async (...times: number[]) => (await readFrames(frames, times)).map((one) => one?.width) };
}

test('reads frames close together in one pass and others one by one, and leaves out unreadable frames', async () => {
  const { reads, read } = createFrames();
  expect(await read(1, 2.5)).toEqual([1, 2.5]);
  expect(await read(1, 4)).toEqual([1, 4]);
  expect(await read(4, 5)).toEqual([4, undefined]);
  expect(reads).toEqual(['through 1 and 2.5', 'at 1', 'at 4', 'through 4 and 5', 'at 5']);
});
