import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import { makeMix, noise, makeSound } from '../../../../test/support/sounds.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import type { Mix } from './mix.ts';
import { writeSound } from './write-sound.ts';

const document = makeTimeline([{ items: [makeItem('sound', 'a', { assetId: 'noise', durationSeconds: 2 })] }]);

async function writeWav(mix: Mix): Promise<{ view: DataView; shares: number[] }> {
  const { bytes } = createMemoryStore();
  const shares: number[] = [];
  await writeSound(mix, { bytes, file: 'made.wav', format: 'wav' }, (share) => shares.push(share));
  return { view: new DataView(await (await bytes.read('made.wav')).arrayBuffer()), shares };
}

const textAt = (view: DataView, at: number): string =>
  Array.from({ length: 4 }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join('');

describe('a WAV file of a mix', () => {
  it('contains each sample of a 16-bit source unchanged', async () => {
    const made = makeSound(2, 48_000, noise());
    const left = made.left.map((sample) => Math.round(sample * 32_768) / 32_768);
    const { view, shares } = await writeWav(await makeMix(document, { noise: { ...made, left } }));
    expect([textAt(view, 0), textAt(view, 8)]).toEqual(['RIFF', 'WAVE']);
    expect(view.byteLength).toBe(44 + 4 * 2 * 48_000);
    const wrong = left.findIndex(
      (sample, i) =>
        view.getInt16(44 + 4 * i, true) !== sample * 32_768 || view.getInt16(46 + 4 * i, true) !== sample * 32_768,
    );
    expect(wrong).toBe(-1);
    expect(shares[0]).toBe(0);
  });

  it('is an RF64 if it would be too long', async () => {
    const mix = await makeMix(document, { noise: makeSound(2, 48_000, noise()) });
    const { view } = await writeWav({ ...mix, frameCount: 7 * 3600 * 48_000 });
    expect([textAt(view, 0), textAt(view, 8), textAt(view, 12)]).toEqual(['RF64', 'WAVE', 'ds64']);
  });

  it('is removed if the disk is full', async () => {
    const { bytes } = createMemoryStore();
    const full = { ...bytes, create: async (name: string) => ({ ...(await bytes.create(name)), write: fail }) };
    const mix = await makeMix(document, { noise: makeSound(2, 48_000, noise()) });
    const file = { bytes: full, file: 'made.wav', format: 'wav' } as const;
    await expect(writeSound(mix, file, () => undefined)).rejects.toThrow('full');
    expect(await bytes.list()).toEqual([]);
  });
});

async function fail(): Promise<never> {
  throw new DOMException('the disk is full', 'QuotaExceededError');
}
