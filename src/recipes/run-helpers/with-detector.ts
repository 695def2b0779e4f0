import type { FaceDetector, VoiceDetector } from '#core/analysis/detection.ts';
import type { RunContext } from '#core/run.ts';

/** What a recipe needs of its context to use detectors. */
type Context = Pick<RunContext, 'detectors' | 'runners'>;

/**
 * Begins an analysis that hears voices while their model is still being opened, which takes about as long as a file does: the detector
 * works in the order in which it is called. It is given null where none is installed; otherwise the detector as it is, as the media
 * worker speaks to it directly. The recipe's `models` must wish for it. Throws MODEL_UNUSABLE before what the analysis throws of that.
 */
export const withVoice = <T>(context: Context, analyse: (voice: VoiceDetector | null) => Promise<T>): Promise<T> =>
  withDetector(context, 'voice', analyse);

/** Begins an analysis that finds faces while their model is still being opened, as `withVoice`. */
export const withFaces = <T>(context: Context, analyse: (faces: FaceDetector | null) => Promise<T>): Promise<T> =>
  withDetector(context, 'faces', analyse);

async function withDetector<T>(
  { detectors, runners }: Context,
  task: keyof Context['detectors'],
  analyse: (detector: (VoiceDetector & FaceDetector) | null) => Promise<T>,
): Promise<T> {
  const model = detectors[task];
  if (!model) {
    return analyse(null);
  }
  const [opened, analysed] = await Promise.allSettled([runners.detection.open(model), analyse(runners.detection)]);
  if (opened.status === 'rejected') {
    throw opened.reason;
  }
  if (analysed.status === 'rejected') {
    throw analysed.reason;
  }
  return analysed.value;
}
