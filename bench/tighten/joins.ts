import { openMix } from '#workers/media/mix/mix.ts';
import { mixRate } from '#workers/media/mix/stereo.ts';
import { tightenedDocument } from '../../src/recipes/tighten/document.ts';
import { openMade } from '../../test/support/sounds.ts';
import { rate } from './noises.ts';
import type { Span } from './talk.ts';

/** Around a join so much is looked at. */
const aroundSeconds = 0.03;

/** The largest step from sample to sample at the joins of a tightened sound, as a share of the largest within the sound. */
export async function stepAtJoins(samples: Float32Array<ArrayBuffer>, removed: readonly Span[]): Promise<number> {
  const clipSeconds = samples.length / rate;
  const clip = { title: '', assetId: 'clip', width: 2, height: 2, frameRate: 30, clipSeconds, removed };
  const document = tightenedDocument({ ...clip, joins: 'cut' });
  const mix = await openMix({
    document,
    span: null,
    assets: { clip: { file: 'clip', mimeType: '' } },
    openSound: openMade({ clip: { sampleRate: rate, left: samples } }),
    warn: (sentence) => console.log(sentence),
  });
  const steps: number[] = [];
  let last = 0;
  for await (const { left } of mix.blocks()) {
    for (const sample of left) {
      steps.push(Math.abs(sample - last));
      last = sample;
    }
  }
  await mix.close();
  const joins = document.tracks.flatMap(({ items }) => items.map(({ startSeconds }) => startSeconds)).filter(Boolean);
  const around = joins.flatMap((seconds) =>
    steps.slice((seconds - aroundSeconds) * mixRate, (seconds + aroundSeconds) * mixRate),
  );
  return largest(around) / largest(steps);
}

const largest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);
