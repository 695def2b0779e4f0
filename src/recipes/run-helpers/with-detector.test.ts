import { expect, it } from 'vitest';
import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import type { RunContext } from '#core/run.ts';
import { withFaces, withVoice } from './with-detector.ts';

/** A run whose model of faces is opened when `opening` says so. */
function createRun(opening: Promise<void>) {
  const calls: string[] = [];
  const detection = {
    open: async (): Promise<void> => {
      calls.push('open');
      await opening;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked for
  const context = { detectors: { faces: {} }, runners: { detection } } as unknown as RunContext;
  return { context, calls, detection };
}

it('begins the analysis while the model is opened, behind the call that opens it', async () => {
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

it('goes on without a detector where none is installed', async () => {
  const { context, calls } = createRun(Promise.resolve());
  await expect(withVoice(context, async (voice) => voice)).resolves.toBeNull();
  expect(calls).toEqual([]);
});

it('fails as the model does, not as the analysis that lacks it, once neither is at work', async () => {
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
