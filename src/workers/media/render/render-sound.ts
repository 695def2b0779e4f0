import type { RenderOptions, RenderResult } from '#core/timeline/render.ts';
import type { RunnerHooks } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { withMeter } from '../mix/loudness.ts';
import { openMix, type Mix } from '../mix/mix.ts';
import { createOpenSound } from '../mix/open-sound.ts';
import { mixRate } from '../mix/stereo.ts';
import { toLoudness } from '../mix/to-loudness.ts';
import { writeSound, type SoundFile } from '../mix/write-sound.ts';
import type { FileSound } from '../sinks/audio.ts';
import type { Span, Warn } from '../source/source.ts';
import { openAsset } from './open-asset.ts';

/** The audio of a video of a canvas. Must be closed. */
export type RenderSound = {
  readonly sound: FileSound;
  /** The span in the audio's own time. */
  readonly span: Span;
  /** Returns the loudness of the audio so far; null for copied audio, which was not measured. */
  readonly read: () => RenderResult['loudness'];
  readonly close: () => Promise<void>;
};

/** Opens the audio of a video: a mix, with a meter, or audio copied from the source; null if there is no audio. */
export async function openRenderSound(bytes: Bytes, options: RenderOptions, warn: Warn): Promise<RenderSound | null> {
  if (options.soundOf !== undefined) {
    return takeOver(bytes, options, options.soundOf, warn);
  }
  const mix = await openSoundMix(bytes, options, warn);
  if (!mix.hasSound) {
    await mix.close();
    return null;
  }
  const span = { startSeconds: 0, endSeconds: mix.frameCount / mixRate, isTrimmed: false };
  const metered = withMeter(mix);
  return { sound: metered.mix, span, read: () => metered.read(), close: () => mix.close() };
}

async function takeOver(
  bytes: Bytes,
  options: RenderOptions,
  assetId: string,
  warn: Warn,
): Promise<RenderSound | null> {
  const source = await openAsset(bytes, options, assetId, warn);
  const workplace = { bytes, temporaryName: `${options.outputFile}.part` };
  let sound: FileSound | null = null;
  try {
    sound = (await source?.openAudio(source.whole, workplace, () => undefined, options.soundTrack ?? null)) ?? null;
  } finally {
    await (sound ? null : source?.close());
  }
  return source && sound && { sound, span: source.whole, read: () => null, close: () => source.close() };
}

/** Opens the mix of a canvas in the span of an export, at the requested loudness. Warns if peaks keep it below. Must be closed. */
async function openSoundMix(bytes: Bytes, options: RenderOptions, warn: Warn): Promise<Mix> {
  const { document, span, assets, outputFile, loudness } = options;
  const openSound = createOpenSound({ bytes, temporaryName: `${outputFile}.part` });
  if (!loudness) {
    return openMix({ document, span, assets, openSound, warn });
  }
  const mix = await openMix({ document, span, assets, openSound, warn, ceiling: null });
  try {
    if (!mix.hasSound) {
      return mix;
    }
    const normalised = await toLoudness(mix, loudness);
    if (normalised.missedLufs !== null) {
      const [reached, wanted] = [normalised.missedLufs.toFixed(1), loudness.integratedLufs];
      warn(
        `The audio is at ${reached} LUFS instead of ${wanted}: it has short loud peaks that more gain would distort.`,
      );
    }
    return normalised.mix;
  } catch (thrown) {
    await mix.close();
    throw thrown;
  }
}

/** Renders a file with audio only, without checkpoints: mixing again costs less than storing them. */
export async function renderSound(
  bytes: Bytes,
  options: RenderOptions,
  format: SoundFile['format'],
  { onProgress }: Pick<RunnerHooks<unknown>, 'onProgress'>,
): Promise<RenderResult> {
  const warnings = new Set<string>();
  const sound = withMeter(await openSoundMix(bytes, options, (sentence) => void warnings.add(sentence)));
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
