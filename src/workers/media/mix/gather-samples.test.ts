import { AudioSample } from 'mediabunny';
import { expect, test } from 'vitest';
import { SampleGatherer } from './gather-samples.ts';

/** Creates a sample whose frames count up from a number, each channel 1000 higher than the one before. */
function makeSample(first: number, numberOfFrames: number, numberOfChannels = 2): AudioSample {
  const data = Float32Array.from(
    { length: numberOfChannels * numberOfFrames },
    (_, index) => first + (index % numberOfFrames) + 1000 * Math.floor(index / numberOfFrames),
  );
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels, sampleRate: 48_000, timestamp: 0 });
}

test('joins consecutive samples into one chunk, without the skipped frames', () => {
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

test('ends a chunk at a gap, a change of channels, or when it is full', () => {
  const gathered = new SampleGatherer();
  expect(gathered.takes({ sample: makeSample(0, 5), at: 0, skipped: 0 })).toBe(true);
  gathered.add({ sample: makeSample(0, 5), at: 0, skipped: 0 });
  expect(gathered.takes({ sample: makeSample(0, 5), at: 6, skipped: 0 })).toBe(false);
  expect(gathered.takes({ sample: makeSample(0, 5, 1), at: 5, skipped: 0 })).toBe(false);
  expect(gathered.takes({ sample: makeSample(0, 9000), at: 5, skipped: 0 })).toBe(false);
});

test('returns a sample longer than a chunk whole, and keeps mono as mono', () => {
  const gathered = new SampleGatherer();
  gathered.add({ sample: makeSample(0, 9000, 1), at: 0, skipped: 0 });
  const piece = gathered.take();
  expect(piece?.sound.left).toBe(piece?.sound.right);
  expect(piece?.sound.left.length).toBe(9000);
});
