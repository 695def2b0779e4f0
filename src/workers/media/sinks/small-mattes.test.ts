import { expect, test } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import { readHeader, readMattes, type SmallMatte } from '../analysis/text-placement/matte-file.ts';
import { createPlanes } from '../picture/planes.ts';
import type { JournalMark } from './journal.ts';
import type { OutputFrame, OutputSpec } from './sink.ts';
import { SmallMattesSink } from './small-mattes.ts';

const size = { width: 512, height: 256 };
const spec: OutputSpec = {
  ...size,
  file: 'mattes.bin',
  format: 'mattes',
  frameRate: 25,
  quality: 'fast',
  colour: { matrix: 'bt709', tags: null },
  hasAlpha: true,
  background: '#00ff00',
};

/** Creates a frame whose left `columns` columns are subject. */
function frame(index: number, columns: number): OutputFrame {
  const planes = createPlanes(size.width, size.height);
  for (let y = 0; y < size.height; y++) {
    planes.y.fill(255, y * size.width, y * size.width + columns);
  }
  return { colour: planes, alpha: planes, timestampUs: index * 40_000, durationUs: 40_000, isKeyWanted: false };
}

const { bytes } = createMemoryStore();
const open = (mark: JournalMark | null): Promise<SmallMattesSink> => SmallMattesSink.open(spec, bytes, mark);

test('stores the small alpha of every frame, also when resumed after a mark', async () => {
  const first = await open(null);
  await first.write(frame(0, 256));
  const mark = await first.endSegment();
  await first.write(frame(1, 512));
  first.abort();
  expect(mark.packetCount).toBe(1);
  const second = await open(mark);
  await second.write(frame(1, 128));
  await second.write({ ...frame(2, 0), alpha: null });
  await second.close();

  const file = await bytes.read('mattes.bin');
  const small = await readHeader(file);
  expect(small).toEqual({ width: 256, height: 128 });
  const mattes: SmallMatte[] = [];
  for await (const matte of readMattes(file, small)) {
    mattes.push(matte);
  }
  expect(mattes.map(({ startSeconds, durationSeconds }) => [startSeconds, durationSeconds])).toEqual([
    [0, 0.04],
    [0.04, 0.04],
    [0.08, 0.04],
  ]);
  const rows = mattes.map(({ alpha }) => [...alpha.subarray(0, small.width)].filter((value) => value === 255).length);
  expect(rows).toEqual([128, 64, 256]);
});
