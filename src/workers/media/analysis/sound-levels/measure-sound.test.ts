import { expect, it } from 'vitest';
import { voiceSampleRate, voiceWindow, type VoiceDetector } from '#core/analysis/detection.ts';
import { openMade, sine, makeSound, type MadeSound } from '../../../../../test/support/sounds.ts';
import { readLevelsFile, toLevelsFile } from './levels-file.ts';
import { listen } from './measure-sound.ts';

async function open(sound: MadeSound) {
  const source = await openMade({ clip: sound })({ file: 'clip', mimeType: '' }, { startSeconds: 0, endSeconds: 9 });
  if (!source) {
    throw new Error('no sound');
  }
  return source;
}

/** Creates a voice detector that takes loud audio for speech and counts its samples. */
function createLoudnessVoice(): VoiceDetector & { readonly heard: number[] } {
  const heard: number[] = [];
  let rest: number[] = [];
  return {
    heard,
    hear: async (samples) => {
      heard.push(samples.length);
      rest.push(...samples);
      const probabilities: number[] = [];
      for (; rest.length >= voiceWindow; rest = rest.slice(voiceWindow)) {
        probabilities.push(rest.slice(0, voiceWindow).some((sample) => Math.abs(sample) > 0.05) ? 1 : 0);
      }
      return Float32Array.from(probabilities);
    },
    endSound: async () => new Float32Array(rest.length > 0 ? 1 : 0),
  };
}

it('runs the model on all audio at its own sample rate, and has a probability for each level', async () => {
  const voice = createLoudnessVoice();
  const clip = makeSound(9, 44_100, (seconds) => (seconds > 2 && seconds < 7 ? sine(440, 0.3)(seconds) : 0));
  const levels = await listen(await open(clip), voice, () => undefined);
  expect(voice.heard.reduce((sum, count) => sum + count, 0)).toBe(9 * voiceSampleRate);
  expect(levels.voice).toHaveLength(levels.wide.length);
  const first = levels.voice?.indexOf(255) ?? 0;
  const last = levels.voice?.lastIndexOf(255) ?? 0;
  expect(Math.abs(first - 200)).toBeLessThan(5);
  expect(Math.abs(last - 700)).toBeLessThan(5);
});

it('computes the levels up to a damaged part', async () => {
  const clip = { ...makeSound(3, 48_000, sine(440)), damagedAt: 48_000 };
  const { wide } = await listen(await open(clip), null, () => undefined);
  expect(wide.length).toBeGreaterThan(90);
  expect(wide.length).toBeLessThan(110);
});

it('reads levels as they were written', async () => {
  const levels = { wide: Uint8Array.of(1, 2, 3), high: Uint8Array.of(4, 5, 6), voice: null };
  expect(await readLevelsFile(new Blob(toLevelsFile(levels)))).toEqual(levels);
  const heard = { ...levels, voice: Uint8Array.of(7, 8, 9) };
  expect(await readLevelsFile(new Blob(toLevelsFile(heard)))).toEqual(heard);
  await expect(readLevelsFile(new Blob(['something else']))).rejects.toMatchObject({ code: 'INTERNAL' });
});
