import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasNativeTools } from '../../../../test/support/native.ts';
import {
  splitIntoBlocks,
  collect,
  drums,
  findDifference,
  largestStep,
  measureLevel,
  noise,
  sine,
} from '../../../../test/support/sounds.ts';
import { limit, limiterReach } from './limiter.ts';
import { LoudnessMeter, type Loudness } from './loudness.ts';
import type { Mix } from './mix.ts';
import type { Stereo } from './stereo.ts';
import { streamingLoudness, toLoudness } from './to-loudness.ts';

const rate = 48_000;

/** Tones one after the other: seconds and dB of full scale. */
function tones(passages: readonly (readonly [seconds: number, decibels: number])[], hertz = 1000): Stereo {
  const wave = sine(hertz, 1);
  const samples = passages.flatMap(([seconds, decibels]) =>
    Array.from({ length: seconds * rate }, (_, i) => 10 ** (decibels / 20) * wave(i / rate)),
  );
  return softened(Float32Array.from(samples));
}

/** Fades both ends: audio that starts or ends abruptly has higher peaks there, between its samples. */
function softened(samples: Float32Array): Stereo {
  const frames = 480;
  const left = samples.map((sample, i) => sample * Math.min(1, i / frames, (samples.length - i) / frames));
  return { left, right: left.slice() };
}

function measure(sound: Stereo, blockLength = 4096): Loudness | null {
  const meter = new LoudnessMeter();
  for (let at = 0; at < sound.left.length; at += blockLength) {
    const end = at + blockLength;
    meter.add({ left: sound.left.slice(at, end), right: sound.right.slice(at, end) });
  }
  return meter.read();
}

/** Speech-like audio: noise whose level rises and falls, in two channels. */
function babble(seconds: number, amplitude: number): Stereo {
  const [one, other] = [noise(1), noise(1)];
  const wave = (next: () => number): Float32Array<ArrayBuffer> => {
    let low = 0;
    return Float32Array.from({ length: seconds * rate }, (_, i) => {
      low = 0.9 * low + 0.1 * next();
      const level = Math.max(0, Math.sin((2 * Math.PI * i) / rate / 1.7)) ** 2;
      return 4 * amplitude * level * low;
    });
  };
  const left = wave(one);
  other();
  return { left, right: wave(() => other() * 0.7) };
}

/** Noise of all frequencies, which has the highest peaks between samples. */
function noises(seconds: number): Stereo {
  const next = noise(0.5);
  return softened(Float32Array.from({ length: seconds * rate }, next));
}

describe('loudness', () => {
  // Of EBU Tech 3341, table 1: sines of 1 kHz in both channels.
  it.each([
    ['1', [[20, -23]], -23],
    ['2', [[20, -33]], -33],
    [
      '3',
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
      -23,
    ],
    [
      '4',
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
      -23,
    ],
    [
      '5',
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
      -23,
    ],
  ] as const)('passes case %s of EBU Tech 3341', (_, passages, lufs) => {
    expect(Math.abs((measure(tones(passages))?.integratedLufs ?? 0) - lufs)).toBeLessThan(0.1);
  });

  it('is null for silence and for audio that is too short', () => {
    expect(measure({ left: new Float32Array(rate), right: new Float32Array(rate) })).toBeNull();
    expect(measure(tones([[0.3, -10]]))).toBeNull();
  });

  it('does not depend on the length of blocks', () => {
    const sound = babble(8, 0.5);
    expect(measure(sound, 1000)?.integratedLufs).toBeCloseTo(measure(sound, 4801)?.integratedLufs ?? 0, 9);
  });

  // EBU Tech 3341, table 1, cases 15 to 19: a quarter of the sample rate, with the phase that hides its peak.
  it('finds peaks between samples', () => {
    const at = (hertz: number, degrees: number): Stereo =>
      softened(
        Float32Array.from(
          { length: rate },
          (_, i) => 0.5 * Math.sin(2 * Math.PI * ((hertz * i) / rate + degrees / 360)),
        ),
      );
    expect(measure(at(rate / 4, 0))?.truePeakDb).toBeCloseTo(-6, 0);
    expect(Math.abs((measure(at(rate / 4, 45))?.truePeakDb ?? 0) + 6.02)).toBeLessThan(0.2);
    expect(Math.abs((measure(at(rate / 6, 60))?.truePeakDb ?? 0) + 6.02)).toBeLessThan(0.2);
    expect(Math.abs((measure(at(rate / 8, 67.5))?.truePeakDb ?? 0) + 6.02)).toBeLessThan(0.2);
  });

  describe.skipIf(!hasNativeTools())('compared with native ffmpeg', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'offcut-loudness-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each([
      ['a sine', tones([[5, -18]], 997)],
      ['a low tone', tones([[5, -12]], 60)],
      ['a high tone', tones([[5, -12]], 9000)],
      ['speech', babble(20, 0.5)],
      ['quiet speech', babble(20, 0.01)],
      ['speech that is too loud', babble(10, 2.5)],
      ['noise', noises(5)],
    ])('is within .1 of %s', (name, sound) => {
      const told = askFfmpeg(join(folder, `${name}.f32`), sound);
      const measured = measure(sound);
      expect(Math.abs((measured?.integratedLufs ?? 0) - told.integratedLufs)).toBeLessThan(0.1);
      expect(Math.abs((measured?.truePeakDb ?? 0) - told.truePeakDb)).toBeLessThan(0.15);
    });
  });
});

/** Returns the distortion of a recorded tone, in dB below it. */
function measureDistortion(samples: Float32Array, hertz: number): number {
  const phase = (i: number): number => (2 * Math.PI * hertz * i) / rate;
  const [cosine, sines] = [Math.cos, Math.sin].map(
    (wave) => (2 / samples.length) * samples.reduce((sum, sample, i) => sum + sample * wave(phase(i)), 0),
  );
  const errors = samples.map(
    (sample, i) => sample - (cosine ?? 0) * Math.cos(phase(i)) - (sines ?? 0) * Math.sin(phase(i)),
  );
  return measureLevel(errors) - measureLevel(samples);
}

describe('a limiter', () => {
  it.each([35, 50, 80, 1000])('does not distort a tone of %i Hz that stays too loud', async (hertz) => {
    const wave = sine(hertz, 1.6);
    const tone = Float32Array.from({ length: 3 * rate }, (_, i) => wave(i / rate));
    const { left } = await collect(
      limit(splitIntoBlocks({ left: tone, right: tone }), { amplitude: 0.8, isTruePeak: true }),
    );
    expect(measureDistortion(left.slice(rate, 2 * rate), hertz)).toBeLessThan(-100);
    expect(measureDistortion(left.slice(480, 480 + Math.round((2 * rate) / hertz)), hertz)).toBeLessThan(-30);
  });

  it('changes its gain smoothly, and recovers from a peak within 50 ms', async () => {
    const wave = sine(1000, 0.1);
    const tone = Float32Array.from({ length: rate }, (_, i) => wave(i / rate) + (i === rate / 2 ? 1.5 : 0));
    const { left } = await collect(
      limit(splitIntoBlocks({ left: tone, right: tone }), { amplitude: 0.8, isTruePeak: false }),
    );
    const gains = left.map((sample, i) => (Math.abs(tone[i] ?? 0) > 0.01 ? sample / (tone[i] ?? 1) : Number.NaN));
    const known = gains.filter((gain) => !Number.isNaN(gain));
    expect(largestStep(known)).toBeLessThan(0.02);
    expect(getPeak(left)).toBeLessThanOrEqual(0.800_001);
    const lowered = [...gains.keys()].filter((i) => (gains[i] ?? 1) < 0.999_99);
    expect((rate / 2 - Math.min(...lowered)) / rate).toBeLessThan(0.0051);
    expect((Math.max(...lowered) - rate / 2) / rate).toBeLessThan(0.056);
  });

  it('returns the same frames from any start, if it begins its reach earlier', async () => {
    const sound = drums(4);
    const from = 2.51 * rate;
    const loud = { left: sound.left.map((one) => 4 * one), right: sound.right };
    const ceiling = { amplitude: 0.8, isTruePeak: true };
    const whole = await collect(limit(splitIntoBlocks(loud), ceiling));
    const start = from - limiterReach;
    const late = { left: loud.left.slice(start), right: loud.right.slice(start) };
    const part = await collect(limit(splitIntoBlocks(late, 4001), ceiling));
    expect(findDifference(part.left.slice(limiterReach), whole.left.slice(from))).toBeNull();
  });

  it('limits peaks to its ceiling, leaves other audio unchanged, and does not depend on block boundaries', async () => {
    const sound = babble(4, 2.5);
    const ceiling = { amplitude: 0.9, isTruePeak: false };
    const limited = await collect(limit(splitIntoBlocks(sound), ceiling));
    expect(limited.left).toHaveLength(sound.left.length);
    expect(getPeak(limited.left)).toBeLessThanOrEqual(0.900_001);
    expect(getPeak(limited.left)).toBeGreaterThan(0.85);
    // The quiet half of each wave of the babble, long after the loud one.
    expect(findDifference(limited.left.slice(64_000, 80_000), sound.left.slice(64_000, 80_000))).toBeNull();
    const again = await collect(limit(splitIntoBlocks(sound, 5001), ceiling));
    expect(findDifference(again.left, limited.left)).toBeNull();
    expect(findDifference(again.right, limited.right)).toBeNull();
  });

  it('reduces both channels equally', async () => {
    const [left, right] = [tones([[1, 6]]).left, tones([[1, -20]]).left];
    const limited = await collect(limit(splitIntoBlocks({ left, right }), { amplitude: 1, isTruePeak: true }));
    const ratios = limited.right.map((sample, i) =>
      Math.abs(limited.left[i] ?? 0) > 0.1 ? sample / (limited.left[i] ?? 1) : 0.05,
    );
    expect(Math.max(...ratios.map((ratio) => Math.abs(ratio - 10 ** (-26 / 20))))).toBeLessThan(0.001);
  });
});

describe('a mix normalised to a loudness', () => {
  const makeMix = (sound: Stereo): Mix => ({
    hasSound: true,
    frameCount: sound.left.length,
    blocks: () => splitIntoBlocks(sound, 4096),
    close: async () => undefined,
  });

  it.each([
    ['quiet', 0.02],
    ['loud', 2.5],
    ['usual', 0.3],
  ])('reaches it with its true peak under the limit, from %s', async (_, amplitude) => {
    const { mix, before } = await toLoudness(makeMix(babble(15, amplitude)), streamingLoudness);
    const after = measure(await collect(mix.blocks()));
    expect(before).not.toBeNull();
    expect(Math.abs((after?.integratedLufs ?? 0) + 14)).toBeLessThan(0.5);
    expect(after?.truePeakDb).toBeLessThan(-0.99);
  });

  it('reaches it with drum peaks that a constant gain would leave too loud', async () => {
    const { mix, before, missedLufs } = await toLoudness(makeMix(drums(15)), streamingLoudness);
    const after = measure(await collect(mix.blocks()));
    expect((before?.truePeakDb ?? 0) - (before?.integratedLufs ?? 0)).toBeGreaterThan(16);
    expect(Math.abs((after?.integratedLufs ?? 0) + 14)).toBeLessThan(0.5);
    expect(after?.truePeakDb).toBeLessThan(-0.99);
    expect(missedLufs).toBeNull();
    const again = await collect((await toLoudness(makeMix(drums(15)), streamingLoudness)).mix.blocks());
    expect(findDifference(again.left, (await collect(mix.blocks())).left)).toBeNull();
  });

  it.skipIf(!hasNativeTools())('reaches it as measured by native ffmpeg', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'offcut-limited-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { mix } = await toLoudness(makeMix(drums(15)), { integratedLufs: -14, truePeakDb: -1.5 });
    const { integratedLufs, truePeakDb } = askFfmpeg(join(folder, 'drums.f32'), await collect(mix.blocks()));
    expect(Math.abs(integratedLufs + 14)).toBeLessThan(0.5);
    expect(truePeakDb).toBeLessThan(-1.4);
  });

  it('for clicks, gets as near as possible without much distortion, and returns the difference', async () => {
    const clicks = drums(15, { decaySeconds: 0.003 });
    const { mix, missedLufs } = await toLoudness(makeMix(clicks), streamingLoudness);
    const after = measure(await collect(mix.blocks()));
    expect(missedLufs).toBeLessThan(-14.5);
    expect(after?.integratedLufs).toBeCloseTo(missedLufs ?? 0, 6);
    expect(after?.truePeakDb).toBeLessThan(-0.99);
  });

  it('stays unchanged if it is silent', async () => {
    const silent = { left: new Float32Array(rate), right: new Float32Array(rate) };
    const { mix, before } = await toLoudness(makeMix(silent), streamingLoudness);
    expect(before).toBeNull();
    expect(getPeak((await collect(mix.blocks())).left)).toBe(0);
  });
});

const getPeak = (samples: Float32Array): number =>
  samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);

/** Measures with the filter `ebur128` of ffmpeg. */
function askFfmpeg(file: string, { left, right }: Stereo): Loudness {
  const interleaved = new Float32Array(2 * left.length);
  left.forEach((sample, i) => {
    interleaved[2 * i] = sample;
    interleaved[2 * i + 1] = right[i] ?? 0;
  });
  writeFileSync(file, new Uint8Array(interleaved.buffer));
  const input = ['-f', 'f32le', '-ar', String(rate), '-ac', '2', '-i', file];
  const { stderr } = spawnSync('ffmpeg', ['-hide_banner', ...input, '-af', 'ebur128=peak=true', '-f', 'null', '-'], {
    encoding: 'utf8',
  });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const read = (label: string): number => Number(new RegExp(`${label}:\\s+(-?[\\d.]+)`).exec(summary)?.[1]);
  return { integratedLufs: read('I'), truePeakDb: read('Peak') };
}
