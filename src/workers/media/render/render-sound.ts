import type { RenderOptions, RenderResult } from '#core/timeline/render.ts';
import type { RunnerHooks } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { withMeter } from '../mix/loudness.ts';
import { openMix, type Mix } from '../mix/mix.ts';
import { createOpenSound } from '../mix/open-sound.ts';
import { mixRate } from '../mix/stereo.ts';
import { toLoudness } from '../mix/to-loudness.ts';
import { writeSound, type SoundFile } from '../mix/write-sound.ts';
import type { Warn } from '../source/source.ts';

/** What is heard of a canvas in the span of an export, at the loudness that is asked for. To be closed. */
export async function openMixOf(bytes: Bytes, options: RenderOptions, warn: Warn): Promise<Mix> {
  const { document, span, assets, outputFile, loudness } = options;
  const openSound = createOpenSound({ bytes, temporaryName: `${outputFile}.part` });
  if (!loudness) {
    return openMix({ document, span, assets, openSound, warn });
  }
  const mix = await openMix({ document, span, assets, openSound, warn, ceiling: null });
  try {
    return mix.hasSound ? (await toLoudness(mix, loudness)).mix : mix;
  } catch (thrown) {
    await mix.close();
    throw thrown;
  }
}

/** Makes a file of sound alone, in one go: to mix again costs less than to write down how far it is. */
export async function renderSound(
  bytes: Bytes,
  options: RenderOptions,
  format: SoundFile['format'],
  { onProgress }: Pick<RunnerHooks<unknown>, 'onProgress'>,
): Promise<RenderResult> {
  const warnings = new Set<string>();
  const sound = withMeter(await openMixOf(bytes, options, (sentence) => void warnings.add(sentence)));
  const { mix } = sound;
  try {
    await writeSound(mix, { bytes, file: options.outputFile, format }, (fraction) =>
      onProgress({ stage: 'Mixing', fraction, etaSeconds: null, framesPerSecond: null, framesDone: 0 }),
    );
  } finally {
    await mix.close();
  }
  return {
    width: 0,
    height: 0,
    durationSeconds: mix.frameCount / mixRate,
    frameRate: 0,
    frameCount: 0,
    hasAudio: mix.hasSound,
    loudness: sound.read(),
    warnings: [...warnings],
  };
}
