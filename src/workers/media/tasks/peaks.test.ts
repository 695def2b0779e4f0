import { describe, expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { readPeaks } from '#core/lib/peaks.ts';
import type { SourcePiece } from '../mix/sound-source.ts';
import { drawPeaks } from './peaks.ts';

const sampleRate = 8000;

/** Audio in blocks of half a second, at half of full scale, that throws after its last block. */
const breakingAfter = (blocks: number, error: Error) => ({
  sampleRate,
  statedSeconds: async () => null,
  async *read(): AsyncGenerator<SourcePiece, void> {
    for (let block = 0; block < blocks; block += 1) {
      const left = new Float32Array(sampleRate / 2).fill(0.5);
      yield { at: (block * sampleRate) / 2, sound: { left, right: left } };
    }
    throw error;
  },
});

test('damaged audio has the peaks before the damage, and a warning with its time', async () => {
  const { parts, warnings } = await drawPeaks(breakingAfter(3, new Error('bad packet')));
  expect(warnings).toEqual(['The audio is damaged after 1.5 s. Its peaks end there.']);
  const { to, max } = await readPeaks(new Blob(parts), { from: 0, to: undefined, count: 3 });
  expect(to).toBeCloseTo(1.5, 1);
  expect(max.map((value) => Math.round(10 * value))).toEqual([5, 5, 5]);
});

describe('long audio, which two decoders read', () => {
  /** Audio in blocks of half a second, whose level encodes the time, up to `seconds` or up to damage at `damagedAt`. */
  const longSound = ({
    stated,
    seconds,
    damagedAt = [],
  }: {
    stated: number | null;
    seconds: number;
    damagedAt?: number[];
  }) => ({
    sampleRate,
    statedSeconds: async () => stated,
    async *read(fromFrame: number): AsyncGenerator<SourcePiece, void> {
      const block = sampleRate / 2;
      // Starts a little before the requested frame, like a decoder.
      for (
        let at = Math.max(0, Math.floor(fromFrame / block) * block - block);
        at < seconds * sampleRate;
        at += block
      ) {
        if (damagedAt.includes(at / sampleRate)) {
          throw new Error('bad packet');
        }
        const left = new Float32Array(block).fill(at / sampleRate / 200);
        yield { at, sound: { left, right: left } };
      }
    },
  });
  const getBytes = async ({ parts }: { parts: BlobPart[] }) => new Uint8Array(await new Blob(parts).arrayBuffer());
  const seconds = 130;

  test.each([130, 129.3, 70, 200, 100_000])('has the same peaks with a stated duration of %s s', async (stated) => {
    const whole = await drawPeaks(longSound({ stated: null, seconds }));
    const halves = await drawPeaks(longSound({ stated, seconds }));
    expect(halves.warnings).toEqual([]);
    expect(await getBytes(halves)).toEqual(await getBytes(whole));
  });

  test.each([
    [20, [20]],
    [90, [90]],
    [20, [20, 90]],
  ])('ends at its first damage, at %s s', async (end, damagedAt) => {
    const { parts, warnings } = await drawPeaks(longSound({ stated: seconds, seconds, damagedAt }));
    expect(warnings).toEqual([`The audio is damaged after ${end}.0 s. Its peaks end there.`]);
    const { to } = await readPeaks(new Blob(parts), { from: 0, to: undefined, count: 1 });
    expect(to).toBeCloseTo(end, 1);
  });
});

test('audio that ends before the middle of its stated duration is not damaged where a decoder starts the second part', async () => {
  const short = {
    sampleRate,
    statedSeconds: async () => 600,
    async *read(fromFrame: number): AsyncGenerator<SourcePiece, void> {
      if (fromFrame > 0) {
        throw new Error('nothing is there');
      }
      const left = new Float32Array(sampleRate).fill(0.5);
      yield { at: 0, sound: { left, right: left } };
    },
  };
  const { parts, warnings } = await drawPeaks(short);
  expect(warnings).toEqual([]);
  expect((await readPeaks(new Blob(parts), { from: 0, to: undefined, count: 1 })).to).toBeCloseTo(1, 1);
});

test('audio that cannot be decoded at all has no peaks', async () => {
  const drawn = drawPeaks(breakingAfter(0, new Error('bad packet')));
  await expect(drawn).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
});

test('other errors are not treated as damage', async () => {
  const full = new Failure('STORAGE_FULL', { message: 'The disk is full.' });
  await expect(drawPeaks(breakingAfter(2, full))).rejects.toBe(full);
});

test('a file without audio has an empty pyramid', async () => {
  expect((await drawPeaks(null)).warnings).toEqual([]);
});
