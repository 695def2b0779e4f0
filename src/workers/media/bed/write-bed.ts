import type { BedOptions } from '#core/analysis/bed.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { Mix } from '../mix/mix.ts';
import { toLoudness } from '../mix/to-loudness.ts';
import { mapChannels, type Stereo } from '../mix/stereo.ts';
import { writeSound } from '../mix/write-sound.ts';
import { composeBed } from './compose-bed.ts';

/** The loudness of the bed. The true peak leaves headroom for the overshoot of an encoder. */
const bedLoudness = { integratedLufs: -14, truePeakDb: -2 } as const;
const blockFrames = 16_384;

/** Composes a bed and writes it as a WAV file, at the loudness of streaming services. */
export async function writeBed(
  bytes: Bytes,
  file: string,
  options: BedOptions,
  { onProgress }: AnalysisHooks,
): Promise<void> {
  const tell = (fraction: number): void =>
    onProgress({ stage: 'Composing', fraction, etaSeconds: null, framesPerSecond: null, framesDone: 0 });
  tell(0);
  const { mix } = await toLoudness(toMix(await composeBed(options, pause)), bedLoudness);
  await writeSound(mix, { bytes, file, format: 'wav' }, tell);
}

/**
 * Resolves after all other tasks of the thread. Takes are analyzed in the same thread, and composing uses the time in which they wait
 * for decoders.
 */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    if ('scheduler' in globalThis) {
      void scheduler.postTask(resolve, { priority: 'background' });
    } else {
      setTimeout(resolve);
    }
  });

const toMix = (sound: Stereo): Mix => ({
  hasSound: true,
  frameCount: sound.left.length,
  blocks: async function* () {
    for (let at = 0; at < sound.left.length; at += blockFrames) {
      await pause();
      yield mapChannels(sound, (channel) => channel.slice(at, at + blockFrames));
    }
  },
  close: async () => undefined,
});
