import type { DetectorTask } from '#core/model/models.ts';
import type { FaceDetector, VoiceDetector } from '#core/analysis/detection.ts';
import type { Detection, RunContext } from '#core/protocol/run.ts';

/** The part of a recipe's context that a detector needs. */
type Context<Detector> = Pick<RunContext<Detection<Detector>>, 'detectors' | 'runners'>;

/**
 * Starts an analysis with voice detection while the model is still opening, which takes about as long as opening a file: the
 * detector processes calls in order. `analyse` receives null if no model is installed; otherwise the detector itself, because the
 * media worker talks to it directly. The recipe's `models` must request it. If the model fails, throws MODEL_UNUSABLE instead of
 * the error of the analysis.
 */
export const withVoice = <T>(
  context: Context<VoiceDetector>,
  analyse: (voice: VoiceDetector | null) => Promise<T>,
): Promise<T> => withDetector(context, 'voice', analyse);

/** Starts an analysis with face detection while the model is still opening, as `withVoice`. */
export const withFaces = <T>(
  context: Context<FaceDetector>,
  analyse: (faces: FaceDetector | null) => Promise<T>,
): Promise<T> => withDetector(context, 'faces', analyse);

async function withDetector<Detector, T>(
  { detectors, runners }: Context<Detector>,
  task: DetectorTask,
  analyse: (detector: Detector | null) => Promise<T>,
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
