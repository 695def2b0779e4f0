import type { NoRhythm, Rhythm } from '#core/analysis/rhythm.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import { openSoundFile } from '../../mix/open-sound.ts';
import type { SoundSource } from '../../mix/sound-source.ts';
import { ProgressMeter } from '../../progress.ts';
import type { MediaFile } from '../../source/media-file.ts';
import type { Workplace } from '../../source/source.ts';
import { findRhythm } from './find-rhythm.ts';
import { OnsetListener, type OnsetCurves } from './onset-curves.ts';

/** The maximum duration that is analysed, in seconds. No film is longer. */
const maxSeconds = 1200;

/** Finds the beats of an audio track of a file: of the default track if `audioTrack` is null. A file without audio is silent. */
export async function readRhythm(
  file: MediaFile,
  workplace: Workplace,
  bpm: number | null,
  { onProgress }: AnalysisHooks,
  audioTrack: number | null = null,
): Promise<Rhythm | NoRhythm> {
  const span = { startSeconds: 0, endSeconds: maxSeconds };
  const source = await openSoundFile(file, span, workplace, audioTrack);
  if (!source) {
    return 'silent';
  }
  try {
    const progress = new ProgressMeter(maxSeconds, 'Analyzing audio', onProgress);
    progress.begin(0, 0);
    const curves = await listen(source, (seconds) => progress.frame(seconds));
    return findRhythm(curves, bpm);
  } finally {
    await source.close();
  }
}

async function listen(source: SoundSource, onHeard: (seconds: number) => void): Promise<OnsetCurves> {
  const listener = new OnsetListener(source.sampleRate);
  let end = 0;
  for await (const { at, sound } of source.read(0)) {
    if (at > maxSeconds * source.sampleRate) {
      break;
    }
    addSilence(listener, at - end);
    listener.add(sound.left.map((sample, index) => (sample + (sound.right[index] ?? 0)) / 2));
    end = at + sound.left.length;
    onHeard(end / source.sampleRate);
  }
  return listener.finish();
}

/** The maximum number of frames of silence added at once, so that a long gap needs no more memory than a short one. */
const silenceFrames = 1 << 16;

function addSilence(listener: OnsetListener, frames: number): void {
  for (let left = frames; left > 0; left -= silenceFrames) {
    listener.add(new Float32Array(Math.min(left, silenceFrames)));
  }
}
