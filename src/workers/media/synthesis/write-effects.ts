import type { SoundEffect } from '#core/model/sound-effects.ts';
import type { Bytes } from '#store/bytes.ts';
import { mixRate } from '../mix/stereo.ts';
import { synthesizeEffects } from './effects.ts';
import { toWav } from './wav.ts';

/** Writes effects to a WAV, which becomes visible when it is complete. */
export async function writeEffects(bytes: Bytes, effects: readonly SoundEffect[], outputFile: string): Promise<void> {
  const sink = await bytes.create(outputFile);
  try {
    await sink.write(toWav(synthesizeEffects(effects, mixRate), mixRate));
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // The caller receives the first error.
    throw thrown;
  }
}
