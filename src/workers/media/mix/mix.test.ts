import { describe, expect, it } from 'vitest';
import {
  collect,
  findDifference,
  largestStep,
  measureLevel,
  makeMix,
  noise,
  openMade,
  sine,
  makeSound,
  type MadeSound,
} from '../../../../test/support/sounds.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import type { SoundSource } from './sound-source.ts';

const stereo: MadeSound = {
  sampleRate: 48_000,
  left: makeSound(3, 48_000, noise()).left,
  right: makeSound(3, 48_000, sine(300)).left,
};
const item = (id: string, assetId: string, fields: Parameters<typeof makeItem<'sound'>>[2] = {}) =>
  makeItem('sound', id, { assetId, durationSeconds: 3, ...fields });

describe('a mix', () => {
  it('is bit-exact with the source without changes', async () => {
    const mix = await makeMix(makeTimeline([{ items: [item('a', 'stereo')] }]), { stereo });
    const { left, right } = await collect(mix.blocks());
    expect(mix.hasSound).toBe(true);
    expect(findDifference(left, stereo.left)).toBeNull();
    expect(findDifference(right, stereo.right ?? left.subarray(0, 0))).toBeNull();
  });

  it('is the same for any start time', async () => {
    const sounds = {
      stereo,
      loud: makeSound(3, 44_100, noise(1.4)),
      low: makeSound(3, 8000, sine(200)),
    };
    const document = makeTimeline([
      { items: [item('a', 'stereo', { sourceStartSeconds: 0.3, durationSeconds: 1.1, fadeOutSeconds: 0.4 })] },
      { items: [item('b', 'loud', { startSeconds: 0.2, fadeInSeconds: 0.7 })] },
      { items: [item('c', 'low', { startSeconds: 0.7, speed: 1.37, keepsPitch: false, durationSeconds: 1.5 })] },
    ]);
    const whole = await collect((await makeMix(document, sounds)).blocks());
    for (const [startSeconds, endSeconds] of [
      [0.5, 3.2],
      [1.2345, 1.9],
      [2.5, 2.6],
    ] as const) {
      const part = await collect((await makeMix(document, sounds, { span: { startSeconds, endSeconds } })).blocks());
      const [from, to] = [Math.round(startSeconds * 48_000), Math.round(endSeconds * 48_000)];
      expect(findDifference(part.left, whole.left.slice(from, to))).toBeNull();
      expect(findDifference(part.right, whole.right.slice(from, to))).toBeNull();
    }
  });

  it('can be streamed again', async () => {
    const mix = await makeMix(makeTimeline([{ items: [item('a', 'stereo')] }]), { stereo });
    const [one, other] = [await collect(mix.blocks()), await collect(mix.blocks())];
    expect(findDifference(one.left, other.left)).toBeNull();
  });

  it('places audio of any sample rate at its time', async () => {
    const click = (rate: number): MadeSound => makeSound(2, rate, (at) => (Math.abs(at - 1) < 0.5 / rate ? 0.9 : 0));
    const rates = [8000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000];
    const sounds = Object.fromEntries(rates.map((rate) => [`at ${rate}`, click(rate)]));
    for (const rate of rates) {
      const document = makeTimeline([
        { items: [item('a', `at ${rate}`, { startSeconds: 0.5, sourceStartSeconds: 0.25, durationSeconds: 1.75 })] },
      ]);
      const { left } = await collect((await makeMix(document, sounds)).blocks());
      const highest = left.reduce((best, sample, i) => (Math.abs(sample) > Math.abs(left[best] ?? 0) ? i : best), 0);
      expect(Math.abs(highest - 1.25 * 48_000)).toBeLessThan(2);
    }
  });

  it('is in sync after hours', async () => {
    const rate = 44_100;
    const clickEach: SoundSource = {
      sampleRate: rate,
      statedSeconds: async () => null,
      read: async function* (fromFrame) {
        for (let at = fromFrame - 500; ; at += 1024) {
          const left = Float32Array.from({ length: 1024 }, (_, i) => ((at + i) % rate === 0 ? 0.9 : 0));
          yield { at, sound: { left, right: left } };
        }
      },
      close: async () => undefined,
    };
    const document = makeTimeline([{ items: [item('a', 'clicks', { durationSeconds: 10 * 3600 })] }]);
    const options = { span: { startSeconds: 35_990.5, endSeconds: 35_992 }, openSound: async () => clickEach };
    const { left } = await collect((await makeMix(document, { clicks: null }, options)).blocks());
    const found = [...left.keys()].filter((i) => (left[i] ?? 0) > 0.5);
    expect(found).toEqual([24_000]);
  });

  it('plays at a higher speed, with a higher pitch if the pitch is not preserved', async () => {
    const fields = { speed: 2, keepsPitch: false, durationSeconds: 1 };
    const document = makeTimeline([{ items: [item('a', 'tone', fields)] }]);
    const { left } = await collect((await makeMix(document, { tone: makeSound(3, 44_100, sine(500)) })).blocks());
    expect(left).toHaveLength(48_000);
    expect(countRises(left.slice(1000, 47_000))).toBeCloseTo((1000 * 46_000) / 48_000, -1);
  });

  it('fades with equal power, so that a crossfade keeps its level', async () => {
    const document = makeTimeline([
      { items: [item('a', 'one', { durationSeconds: 2, fadeOutSeconds: 1 })] },
      { items: [item('b', 'other', { startSeconds: 1, durationSeconds: 2, fadeInSeconds: 1 })] },
    ]);
    const [one, other] = [makeSound(3, 48_000, noise(0.3)), makeSound(3, 48_000, sine(440, 0.245))];
    const { left } = await collect((await makeMix(document, { one, other })).blocks());
    const level = measureLevel(left.subarray(0, 24_000));
    for (let at = 0; at < 3 * 48_000 - 4800; at += 4800) {
      expect(Math.abs(measureLevel(left.subarray(at, at + 4800)) - level)).toBeLessThan(0.7);
    }
    expect(Math.abs(left[2 * 48_000 - 1] ?? 0)).toBeLessThan(0.3);
  });

  it('is lowered under another track while that is audible', async () => {
    const voice = item('b', 'voice', { startSeconds: 1, durationSeconds: 1, volume: 0.001 });
    const document = makeTimeline([
      { id: 'voices', items: [voice] },
      { items: [item('a', 'music', { ducksUnder: 'voices', durationSeconds: 3 })] },
    ]);
    const music = makeSound(3, 48_000, sine(440));
    const { left } = await collect((await makeMix(document, { music, voice: music })).blocks());
    const level = (from: number, to: number): number => measureLevel(left.subarray(from * 48_000, to * 48_000));
    expect(level(0, 0.8)).toBeCloseTo(measureLevel(music.left), 1);
    expect(level(1.1, 1.9) - level(0, 0.8)).toBeCloseTo(-10, 1);
    expect(level(2.8, 3) - level(0, 0.8)).toBeCloseTo(0, 1);
    // At most the step of a sine of this level.
    expect(largestStep(left)).toBeLessThan(0.5 * 2 * Math.PI * (440 / 48_000) * 1.01);
  });

  it('is limited where the sum is too loud, and nowhere else', async () => {
    const document = makeTimeline(
      ['a', 'b', 'c'].map((id) => ({
        items: [item(id, 'tone', { startSeconds: id === 'a' ? 0 : 1, durationSeconds: 1.5 })],
      })),
    );
    const tone = makeSound(3, 48_000, sine(200, 0.6));
    const { left } = await collect((await makeMix(document, { tone })).blocks());
    expect(left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThanOrEqual(1.000001);
    expect(findDifference(left.slice(0, 47_000), tone.left.slice(0, 47_000))).toBeNull();
  });
});

describe('a cut', () => {
  const steepest = 0.5 * 2 * Math.PI * (441 / 48_000);

  it('does not click', async () => {
    const tone = makeSound(10, 44_100, sine(441));
    const parts = [
      { startSeconds: 0, sourceStartSeconds: 1.0003, durationSeconds: 0.9 },
      { startSeconds: 0.9, sourceStartSeconds: 4.0007, durationSeconds: 0.6 },
      { startSeconds: 1.5, sourceStartSeconds: 2.0011, durationSeconds: 0.5 },
      { startSeconds: 2.5, sourceStartSeconds: 2.0013, durationSeconds: 0.5 },
    ];
    const items = parts.map((part, index) => item(`part-${index}`, 'tone', part));
    const { left } = await collect((await makeMix(makeTimeline([{ items }]), { tone })).blocks());
    expect(largestStep(left)).toBeLessThan(1.1 * steepest);
  });

  it('is inaudible if the same audio continues', async () => {
    const tone = makeSound(10, 44_100, noise());
    const fields = { startSeconds: 0.5, sourceStartSeconds: 1, durationSeconds: 2 };
    const whole = makeTimeline([{ items: [item('a', 'tone', fields)] }]);
    const split = makeTimeline([
      {
        items: [
          item('a', 'tone', { ...fields, durationSeconds: 0.7 }),
          item('b', 'tone', { startSeconds: 1.2, sourceStartSeconds: 1.7, durationSeconds: 1.3 }),
        ],
      },
    ]);
    const [one, two] = [
      await collect((await makeMix(whole, { tone })).blocks()),
      await collect((await makeMix(split, { tone })).blocks()),
    ];
    const difference = one.left.map((sample, i) => sample - (two.left[i] ?? 0));
    expect(largestStep(difference)).toBeLessThan(1e-6);
  });
});

describe('a missing or damaged source', () => {
  const warnings: string[] = [];
  const warn = (sentence: string): void => void warnings.push(sentence);
  const good = makeSound(2, 48_000, sine(440));

  it('that is missing causes a warning and silence', async () => {
    const document = makeTimeline([{ items: [item('a', 'gone', { name: 'Song' })] }, { items: [item('b', 'good')] }]);
    const mix = await makeMix(document, { good }, { warn });
    expect(findDifference((await collect(mix.blocks())).left.slice(0, 48_000), good.left.slice(0, 48_000))).toBeNull();
    expect(warnings.join()).toMatch(/"Song": no audio, .* is missing/);
  });

  it('that ends early is audible up to its end', async () => {
    const document = makeTimeline([{ items: [item('a', 'bad', { name: 'Song' })] }]);
    const mix = await makeMix(document, { bad: { ...good, damagedAt: 40_000 } }, { warn });
    const { left } = await collect(mix.blocks());
    expect(findDifference(left.slice(0, 39_000), good.left.slice(0, 39_000))).toBeNull();
    expect(measureLevel(left.slice(50_000))).toBe(Number.NEGATIVE_INFINITY);
    expect(warnings.join()).toMatch(/"Song" is damaged/);
  });

  it('that cannot be opened causes a warning', async () => {
    const openSound = async (): Promise<never> => {
      throw new Error('no');
    };
    const mix = await makeMix(
      makeTimeline([{ items: [item('a', 'bad', { name: 'Song' })] }]),
      { bad: good },
      { warn, openSound },
    );
    expect(mix.hasSound).toBe(false);
    expect(warnings.join()).toMatch(/"Song": no audio, .* could not be decoded/);
  });

  it('for which there is no space causes an error, not a warning', async () => {
    const openSound = async (): Promise<never> => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const document = makeTimeline([{ items: [item('a', 'bad', { name: 'Song' })] }]);
    await expect(makeMix(document, { bad: good }, { warn, openSound })).rejects.toThrow('full');
  });

  it('without audio causes a mix without audio', async () => {
    const mix = await makeMix(
      makeTimeline([{ items: [item('a', 'still')] }]),
      { still: null },
      { openSound: openMade({}) },
    );
    expect(mix.hasSound).toBe(false);
  });
});

const countRises = (samples: Float32Array): number =>
  samples.reduce((count, sample, i) => count + (sample >= 0 && (samples[i - 1] ?? 0) < 0 ? 1 : 0), 0);
