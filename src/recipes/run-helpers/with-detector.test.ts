import { expect, it } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import type { RunContext } from '#core/protocol/run.ts';
import { withFaces, withVoice } from './with-detector.ts';

/** Creates a run context whose face model is opened by `opening`. */
function createRun(opening: Promise<void>) {
  const calls: string[] = [];
  const detection = {
    open: async (): Promise<void> => {
      calls.push('open');
      await opening;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other part is used
  const context = { detectors: { faces: {} }, runners: { detection } } as unknown as RunContext;
  return { context, calls, detection };
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
