import { expect, test } from 'vitest';
import { Failure } from '#core/failure.ts';
import { readPeaks } from '#core/peaks.ts';
import type { SourcePiece } from '../mix/sound-source.ts';
import { drawPeaks } from './peaks.ts';

const sampleRate = 8000;

/** A sound whose blocks are of half a second, at half of full scale, until it throws. */
const breakingAfter = (blocks: number, error: Error) => ({
  sampleRate,
  async *read(): AsyncGenerator<SourcePiece, void> {
    for (let block = 0; block < blocks; block += 1) {
      const left = new Float32Array(sampleRate / 2).fill(0.5);
      yield { at: (block * sampleRate) / 2, sound: { left, right: left } };
    }
    throw error;
  },
});

test('a damaged sound has the peaks of what comes before, and says where it is damaged', async () => {
  const { parts, warnings } = await drawPeaks(breakingAfter(3, new Error('bad packet')));
  expect(warnings).toEqual(['The sound is damaged after 1.5 s; its peaks end there.']);
  const { to, max } = await readPeaks(new Blob(parts), { from: 0, to: undefined, count: 3 });
  expect(to).toBeCloseTo(1.5, 1);
  expect(max.map((value) => Math.round(10 * value))).toEqual([5, 5, 5]);
});

test('a sound of which nothing can be decoded has no peaks', async () => {
  const drawn = drawPeaks(breakingAfter(0, new Error('bad packet')));
  await expect(drawn).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

test('what is no damage is not taken for it', async () => {
  const full = new Failure('STORAGE_FULL', { message: 'The disk is full.' });
  await expect(drawPeaks(breakingAfter(2, full))).rejects.toBe(full);
});

test('a file without sound has an empty pyramid', async () => {
  expect((await drawPeaks(null)).warnings).toEqual([]);
});
