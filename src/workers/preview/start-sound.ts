import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { soundIn } from '#core/timeline/sound.ts';
import { openMix } from '../media/mix/mix.ts';
import { SoundClock } from './clock.ts';
import { toAssetFiles } from './preview-files.ts';
import type { PreviewSounds } from './preview-sounds.ts';
import type { Shown } from './screen.ts';

type Passage = Shown & { readonly span: { readonly startSeconds: number; readonly endSeconds: number } };
type Hearing = { readonly warn: (sentence: string) => void; readonly fail: (thrown: unknown) => void };

/** Returns a key of everything that playback depends on except the images. While it is equal, playback can continue. */
export function getSoundKey({ document, assets }: Shown): string {
  const { frameRate } = document;
  const spans = soundIn(document, { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY });
  const files = spans.map(({ assetId }) => assets[assetId]?.url);
  return JSON.stringify([frameRate, getDocumentSeconds(document), spans, files]);
}

/** Plays the audio of a span; returns null without audible audio or without an audio output. */
export async function startSound(
  line: MessagePort | null,
  { document, assets, span }: Passage,
  sounds: PreviewSounds,
  { warn, fail }: Hearing,
): Promise<SoundClock | null> {
  if (!line) {
    return null;
  }
  const mix = await openMix({ document, span, assets: toAssetFiles(assets), openSound: sounds.open, warn });
  if (!mix.hasSound) {
    await mix.close();
    return null;
  }
  return new SoundClock(mix, line, span.startSeconds, fail);
}
