import { expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { toDeployed } from '#core/model/models.ts';
import type { ModelInput } from '#core/protocol/runners.ts';
import { testMaterial } from '../../../test/support/rows.ts';
import { createRunContext, createWorkers, testVideo } from '../../../test/support/run-context.ts';
import { shippedModel } from '../../../test/support/shipped-model.ts';
import { makeCutOutPart } from './cut-out.ts';

test('loads the runtime while the file is opened, and tries the encoders while the models are opened', async () => {
  const calls: string[] = [];
  const [opened, loaded] = [createDeferred(), createDeferred()];
  const input: ModelInput = { modelId: 'nano', width: 256, height: 144, isRecurrent: false, filesSha256: [] };
  const runners = createWorkers({
    matting: {
      prepare: async ({ entry }) => void calls.push(`prepare ${entry.id}`),
      load: async () => {
        calls.push('load');
        await loaded.promise;
        return [input];
      },
    },
    media: {
      probe: async () => {
        calls.push('probe');
        await opened.promise;
        return testVideo;
      },
      prepareCutOut: async ({ format }) => {
        calls.push(`try ${format}`);
        loaded.resolve();
        throw new Error('an encoder failed, which the cutout reports');
      },
      cutOut: async () => {
        calls.push('cut out');
        const { width, height, frameRate } = testVideo.video;
        const counted = { durationSeconds: 3, frameCount: 90, coverage: 0.2 };
        return { width, height, frameRate, ...counted, hasAudio: false, warnings: [] };
      },
    },
  });
  const material = testMaterial;
  const context = createRunContext({ runners, materials: [material] });
  const models = [toDeployed(shippedModel)];
  const making = makeCutOutPart(context, { who: 'test', material, models, quality: 'fast', window: null });
  expect(calls).toEqual([`prepare ${shippedModel.id}`, 'probe']);
  opened.resolve();
  // The file of the result does not exist here.
  await making.catch(() => undefined);
  expect(calls.slice(2)).toEqual(['load', 'try webm', 'cut out']);
});
