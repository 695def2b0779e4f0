import { expect, it } from 'vitest';
import { voiceSampleRate, voiceWindow } from '#core/analysis/detection.ts';
import { VoiceEar } from './voice-ear.ts';

const sampleRate = 48_000;
const endSound = async (): Promise<Float32Array<ArrayBuffer>> => new Float32Array();

it('adds the silence before audio that begins late', async () => {
  let heard = 0;
  let beganAt: number | null = null;
  const hear = async (samples: Float32Array): Promise<Float32Array<ArrayBuffer>> => {
    const first = samples.findIndex((sample) => Math.abs(sample) > 0.25);
    beganAt ??= first < 0 ? null : heard + first;
    heard += samples.length;
    return new Float32Array(Math.floor(samples.length / voiceWindow));
  };
  const ear = new VoiceEar({ hear, endSound }, sampleRate);
  await ear.add(20 * sampleRate, [new Float32Array(sampleRate).fill(0.5)]);
  expect(await ear.finish(2100)).toHaveLength(2100);
  expect(heard).toBe(21 * voiceSampleRate);
  expect(beganAt).toBe(20 * voiceSampleRate);
});

it('processes a gap that is longer than its memory in parts', async () => {
  const hear = (): Promise<never> => Promise.reject(new Error('heard'));
  const ear = new VoiceEar({ hear, endSound }, sampleRate);
  await expect(ear.add(2 ** 34, [new Float32Array(1)])).rejects.toThrow('heard');
});
