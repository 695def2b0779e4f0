import { openMix } from '#workers/media/mix/mix.ts';
import { mixRate } from '#workers/media/mix/stereo.ts';
import { tightenedDocument } from '#recipes/tighten/document.ts';
import { openMade } from '#test/support/sounds.ts';
import { rate } from './noises.ts';
import type { Span } from './talk.ts';

/** The span around a join that is examined. */
const aroundSeconds = 0.03;

/** Returns the largest step from sample to sample at the joins of tightened audio, as a share of the largest step in the audio. */
export async function stepAtJoins(samples: Float32Array<ArrayBuffer>, removed: readonly Span[]): Promise<number> {
  const clipSeconds = samples.length / rate;
  const clip = {
    title: '',
    kind: 'video' as const,
    assetId: 'clip',
    width: 2,
    height: 2,
    frameRate: 30,
    clipSeconds,
    removed,
  };
  const document = tightenedDocument({ ...clip, joins: 'cut' });
  const mix = await openMix({
    document,
    span: null,
    assets: { clip: { file: 'clip', mimeType: '' } },
    openSound: openMade({ clip: { sampleRate: rate, left: samples } }),
    warn: (sentence) => console.log(sentence),
  });
  const steps = new Float32Array(mix.frameCount);
  let [at, last] = [0, 0];
  for await (const { left } of mix.blocks()) {
    for (const sample of left) {
      steps[at] = Math.abs(sample - last);
      last = sample;
      at += 1;
    }
  }
  await mix.close();
  const joins = document.tracks.flatMap(({ items }) => items.map(({ startSeconds }) => startSeconds)).filter(Boolean);
  const around = joins.map((seconds) =>
    largest(steps.subarray((seconds - aroundSeconds) * mixRate, (seconds + aroundSeconds) * mixRate)),
  );
  return Math.max(0, ...around) / largest(steps);
}

const largest = (values: Float32Array): number => values.reduce((most, value) => Math.max(most, value), 0);
