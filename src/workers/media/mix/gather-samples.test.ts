import { AudioSample } from 'mediabunny';
import { expect, test } from 'vitest';
import { SampleGatherer } from './gather-samples.ts';

/** A sample whose frames count up from a number, each channel 1000 higher than the one before. */
function makeSample(first: number, numberOfFrames: number, numberOfChannels = 2): AudioSample {
  const data = Float32Array.from(
    { length: numberOfChannels * numberOfFrames },
    (_, index) => first + (index % numberOfFrames) + 1000 * Math.floor(index / numberOfFrames),
  );
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate: 48_000, timestamp: 0 });
}

test('samples that follow each other become one piece, without the frames that are left out', () => {
  const gathered = new SampleGatherer();
  gathered.add({ sample: makeSample(0, 10), at: 4, skipped: 4 });
  const next = { sample: makeSample(10, 10), at: 10, skipped: 0 };
  expect(gathered.takes(next)).toBe(true);
  gathered.add(next);
  const piece = gathered.take();
  expect(piece?.at).toBe(4);
  expect([...(piece?.sound.left ?? [])]).toEqual(Array.from({ length: 16 }, (_, index) => index + 4));
  expect([...(piece?.sound.right ?? [])].slice(0, 2)).toEqual([1004, 1005]);
  expect(gathered.take()).toBeNull();
});

test('a gap, another number of channels and what is full end a piece', () => {
  const gathered = new SampleGatherer();
  expect(gathered.takes({ sample: makeSample(0, 5), at: 0, skipped: 0 })).toBe(true);
  gathered.add({ sample: makeSample(0, 5), at: 0, skipped: 0 });
  expect(gathered.takes({ sample: makeSample(0, 5), at: 6, skipped: 0 })).toBe(false);
  expect(gathered.takes({ sample: makeSample(0, 5, 1), at: 5, skipped: 0 })).toBe(false);
  expect(gathered.takes({ sample: makeSample(0, 9000), at: 5, skipped: 0 })).toBe(false);
});

test('a sample that is longer than a piece is a piece, and mono stays mono', () => {
  const gathered = new SampleGatherer();
  gathered.add({ sample: makeSample(0, 9000, 1), at: 0, skipped: 0 });
  const piece = gathered.take();
  expect(piece?.sound.left).toBe(piece?.sound.right);
  expect(piece?.sound.left.length).toBe(9000);
});
