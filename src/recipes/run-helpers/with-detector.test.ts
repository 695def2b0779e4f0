import { expect, it } from 'vitest';
import type { DetectionRunner, Detectors } from '#core/analysis/detection.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { knownModels } from '#core/model/manifest.ts';
import { isRunnableDetector, toDeployed } from '#core/model/models.ts';
import { withFaces, withVoice } from './with-detector.ts';

const faceModel = knownModels.map((entry) => toDeployed(entry)).find(({ entry }) => entry.task === 'faces');

/** Creates a run context whose face model is opened by `opening`. */
function createRun(opening: Promise<void>) {
  const calls: string[] = [];
  const detection: DetectionRunner = {
    open: async () => {
      calls.push('open');
      await opening;
    },
    findFaces: async () => [],
    hear: async () => new Float32Array(),
    endSound: async () => new Float32Array(),
  };
  const detectors: Detectors = faceModel && isRunnableDetector(faceModel) ? { faces: faceModel } : {};
  return { context: { detectors, runners: { detection } }, calls, detection };
}

it('starts the analysis while the model opens, after the call that opens it', async () => {
  const opening = createDeferred();
  const { context, calls, detection } = createRun(opening.promise);
  const analysed = withFaces(context, async (faces) => {
    calls.push('analyse');
    expect(faces).toBe(detection);
    return 'found';
  });
  expect(calls).toEqual(['open', 'analyse']);
  opening.resolve();
  await expect(analysed).resolves.toBe('found');
});

it('continues without a detector if none is installed', async () => {
  const { context, calls } = createRun(Promise.resolve());
  await expect(withVoice(context, async (voice) => voice)).resolves.toBeNull();
  expect(calls).toEqual([]);
});

it('fails with the error of the model, not of the analysis, when both have ended', async () => {
  const [opening, analysis] = [createDeferred(), createDeferred()];
  const { context } = createRun(opening.promise);
  let isOver = false;
  const analysed = withFaces(context, async () => {
    await analysis.promise;
    isOver = true;
    throw new Failure('INTERNAL');
  });
  opening.reject(new Failure('MODEL_UNUSABLE'));
  setTimeout(() => analysis.resolve(), 0);
  await expect(analysed).rejects.toMatchObject({ code: 'MODEL_UNUSABLE' });
  expect(isOver).toBe(true);
});
