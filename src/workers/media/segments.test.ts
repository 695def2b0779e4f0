import { expect, test } from 'vitest';
import { runSegments, type SegmentWork } from './segments.ts';

/** Runs segments in which each frame takes `frameMs` milliseconds of the test's own clock. */
async function run(
  frameCount: number,
  frameMs: number,
  addedBefore = 0,
  isFull: (added: number) => boolean = () => false,
) {
  const events: string[] = [];
  let [added, clock] = [addedBefore, 0];
  const work: SegmentWork<number, string> = {
    get addedCount() {
      return added;
    },
    get isFull() {
      return isFull(added);
    },
    add: async () => {
      added++;
      clock += frameMs;
    },
    endSegment: async () => `end ${added}`,
    keep: async () => `keep ${added}`,
  };
  const frames = (async function* () {
    yield* Array.from({ length: frameCount }, (_, index) => index);
  })();
  const note = async (checkpoint: string): Promise<void> => void events.push(checkpoint);
  await runSegments(frames, work, note, () => clock);
  return events;
}

test('a segment ends at every 240th frame of the source, in resumed runs too', async () => {
  expect(await run(500, 1)).toEqual(['end 240', 'end 480']);
  expect(await run(260, 1, 240)).toEqual(['end 480']);
});

test('a checkpoint is created after ten seconds of work too, counted from the last one', async () => {
  expect(await run(12, 2600)).toEqual(['keep 4', 'keep 8', 'keep 12']);
  expect(await run(243, 100, 0)).toEqual(['keep 100', 'keep 200', 'end 240']);
});

test('a checkpoint is created at once when the memory for its state is full', async () => {
  expect(await run(9, 1, 0, (added) => added % 4 === 0)).toEqual(['keep 4', 'keep 8']);
});

test('a checkpoint that cannot be stored ends the run', async () => {
  const work: SegmentWork<number, string> = {
    addedCount: 240,
    isFull: false,
    add: async () => undefined,
    endSegment: async () => 'end',
    keep: async () => null,
  };
  const frames = (async function* () {
    yield* [1, 2];
  })();
  await expect(runSegments(frames, work, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
});
