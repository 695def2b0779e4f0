import type { FaceDetector, VoiceDetector } from '#core/analysis/detection.ts';
import type { RunContext } from '#engine/run.ts';

/** What a recipe needs of its context to use detectors. */
type Context = Pick<RunContext, 'detectors' | 'runners'>;

/**
 * Opens the voice detector of a run; null when none is installed. Its analyses are given it as it is: the media worker speaks to
 * it directly. The recipe's `models` must wish for it.
 */
export const openVoice = (context: Context): Promise<VoiceDetector | null> => open(context, 'voice');

/** Opens the face detector of a run; null when none is installed. */
export const openFaces = (context: Context): Promise<FaceDetector | null> => open(context, 'faces');

async function open({ detectors, runners }: Context, task: keyof Context['detectors']) {
  const model = detectors[task];
  if (!model) {
    return null;
  }
  await runners.detection.open(model);
  return runners.detection;
}
