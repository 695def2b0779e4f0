import { describe, expect, it } from 'vitest';
import {
  collect,
  findDifference,
  largestStep,
  measureLevel,
  makeMix,
  sine,
  makeSound,
  type MadeSound,
} from '../../../../../test/support/sounds.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';

const rate = 48_000;

/** A canvas with one audio item at another speed. */
const faster = (speed: number, durationSeconds: number, sourceStartSeconds = 0) =>
  makeTimeline([{ items: [makeItem('sound', 'a', { assetId: 'tone', speed, durationSeconds, sourceStartSeconds })] }]);

async function mixed(document: ReturnType<typeof makeTimeline>, tone: MadeSound, span?: [number, number]) {
  const [startSeconds, endSeconds] = span ?? [];
  const part = startSeconds === undefined || endSeconds === undefined ? null : { startSeconds, endSeconds };
  return (await collect((await makeMix(document, { tone }, { span: part })).blocks())).left;
}

/** Measures the frequency of a tone, from the length of its periods. */
function measureHertz(samples: Float32Array): number {
  const rises: number[] = [];
  for (let i = 1; i < samples.length; i += 1) {
    const [before = 0, here = 0] = [samples[i - 1], samples[i]];
    if (before < 0 && here >= 0) {
      rises.push(i - here / (here - before));
    }
  }
  return ((rises.length - 1) * rate) / ((rises.at(-1) ?? 0) - (rises[0] ?? 0));
}

describe('another speed with the same pitch', () => {
  it.each([0.3, 0.5, 0.8, 1.25, 2, 4])('%d times as fast keeps a tone within 3 cents, and its level', async (speed) => {
    const tone = makeSound(2 * speed + 2, 44_100, sine(440));
    const samples = (await mixed(faster(speed, 2, 0.5), tone)).slice(0.3 * rate, 1.7 * rate);
    expect(Math.abs(1200 * Math.log2(measureHertz(samples) / 440))).toBeLessThan(3);
    expect(Math.abs(measureLevel(samples) - measureLevel(tone.left))).toBeLessThan(1);
  });

  it.each([0.5, 1.5, 3])('%d times as fast keeps events at their time', async (speed) => {
    const click = makeSound(8, rate, (at) => (at % 1 < 0.003 && at > 0.5 ? 0.9 : 0.02 * Math.sin(2000 * at)));
    const samples = await mixed(faster(speed, 7 / speed), click);
    for (const at of [1, 2, 3, 4, 5, 6]) {
      const near = Math.round((at / speed) * rate);
      const around = samples.slice(near - 2400, near + 2400);
      const highest = around.reduce(
        (best, sample, i) => (Math.abs(sample) > Math.abs(around[best] ?? 0) ? i : best),
        0,
      );
      expect(Math.abs(highest - 2400) / rate).toBeLessThan(0.008);
    }
  });

  it(
    'is the same for any start of the mix, and does not click where a segment ends',
    { timeout: 120_000 },
    async () => {
      const chord = makeSound(70, rate, (at) => 0.3 * (Math.sin(1382 * at) + Math.sin(2073.5 * at)));
      const document = faster(1.5, 42, 0.7);
      const whole = await mixed(document, chord);
      for (const span of [
        [18.5, 21],
        [20.02, 20.5],
        [33.3, 34],
      ] as const) {
        const part = await mixed(document, chord, [...span]);
        expect(findDifference(part, whole.slice(Math.round(span[0] * rate), Math.round(span[1] * rate)))).toBeNull();
      }
      const steepest = 0.3 * ((1382 + 2073.5) / rate);
      expect(largestStep(whole.slice(0.1 * rate, -0.1 * rate))).toBeLessThan(1.15 * steepest);
      for (const at of [20, 40]) {
        const near = Math.round(at * rate);
        expect(
          Math.abs(measureLevel(whole.slice(near - 2400, near + 4800)) - measureLevel(whole.slice(5 * rate, 6 * rate))),
        ).toBeLessThan(4);
      }
    },
  );
});
