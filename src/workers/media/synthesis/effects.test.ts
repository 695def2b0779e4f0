import { expect, test } from 'vitest';
import type { SoundEffect } from '#core/model/sound-effects.ts';
import { synthesizeEffects } from './effects.ts';
import { toWav } from './wav.ts';

const rate = 48_000;
const effects: readonly SoundEffect[] = [
  { kind: 'sent', startSeconds: 0, durationSeconds: 0.3 },
  { kind: 'received', startSeconds: 0.4, durationSeconds: 0.6 },
  { kind: 'typing', startSeconds: 1.1, durationSeconds: 3 },
];
const peak = (samples: Float32Array): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
const part = (samples: Float32Array, from: number, to: number): Float32Array =>
  samples.subarray(Math.round(from * rate), Math.round(to * rate));

test('effects are at their stated times, with silence between them', () => {
  const samples = synthesizeEffects(effects, rate);
  expect(samples.length).toBe(Math.ceil(4.1 * rate));
  expect(peak(part(samples, 0, 0.3))).toBeGreaterThan(0.2);
  expect(peak(part(samples, 0.31, 0.4))).toBe(0);
  expect(peak(part(samples, 0.4, 1))).toBeGreaterThan(0.2);
  expect(peak(part(samples, 1.01, 1.1))).toBe(0);
  expect(peak(part(samples, 1.1, 4.1))).toBeGreaterThan(0.05);
  expect(peak(samples)).toBeLessThan(0.6);
});

test('a pop begins at once, and fades out before it ends', () => {
  const samples = synthesizeEffects(effects, rate);
  for (const [from, to] of [
    [0, 0.3],
    [0.4, 1],
  ] as const) {
    const all = peak(part(samples, from, to));
    expect(peak(part(samples, from, from + 0.02))).toBeGreaterThan(0.5 * all);
    expect(peak(part(samples, to - 0.02, to))).toBeLessThan(0.03 * all);
  }
});

test('keys are struck about seven times a second, at irregular intervals', () => {
  const samples = part(synthesizeEffects(effects, rate), 1.1, 4.1);
  const strikes = [...samples.keys()].filter(
    (at) => Math.abs(samples[at] ?? 0) > 0.03 && peak(samples.subarray(Math.max(0, at - 1500), at)) < 0.03,
  );
  expect(strikes.length).toBeGreaterThan(15);
  expect(strikes.length).toBeLessThan(30);
  const pauses = strikes.slice(1).map((at, index) => at - (strikes[index] ?? 0));
  expect(Math.max(...pauses) - Math.min(...pauses)).toBeGreaterThan(0.03 * rate);
});

test('the same effects give the same samples', () => {
  expect(synthesizeEffects(effects, rate)).toEqual(synthesizeEffects(effects, rate));
});

test('a WAV has a correct header', () => {
  const bytes = toWav(new Float32Array([0, 1, -1, 2]), rate);
  const view = new DataView(bytes.buffer);
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('RIFF');
  expect([view.getUint32(4, true), bytes.length]).toEqual([bytes.length - 8, 44 + 8]);
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint32(40, true)]).toEqual([1, rate, 8]);
  expect([44, 46, 48, 50].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767, 32_767]);
});
