import { describe, expect, it } from 'vitest';
import type { Footage } from '#core/analysis/footage.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import type { MediaRunner } from '#core/protocol/media-ports.ts';
import { testMaterial } from '../../../test/support/rows.ts';
import { createRunContext, createWorkers } from '../../../test/support/run-context.ts';
import { launchCut } from './recipe.ts';
import { run } from './run.ts';

const takes = ['ast_1', 'ast_2', 'ast_3', 'ast_4'];

describe('the music that is analyzed while takes are analyzed', () => {
  it('fails the run if it is silent, after the takes in progress have ended', async () => {
    const [heard, looking] = [createDeferred<'silent'>(), createDeferred<Footage>()];
    const [looked, reports]: [string[], object[]] = [[], []];
    const media: Partial<MediaRunner> = {
      rhythm: async (_file, _bpm, { onProgress }) => {
        onProgress({ stage: 'Listening', fraction: 0.5, etaSeconds: null, framesPerSecond: null, framesDone: 0 });
        return heard.promise;
      },
      survey: async (file) => {
        looked.push(file);
        return looking.promise;
      },
    };
    const assets = [...takes, 'ast_music'].map((id) => ({ ...testMaterial, id, file: id, name: id }));
    const report = (progress: object): void => void reports.push(progress);
    const context = createRunContext({ runners: createWorkers({ media }), materials: assets, report });
    const input = launchCut.input.parse({ materials: takes, music: 'ast_music' });
    const proposed = run.propose(context, input, null);
    await expect.poll(() => looked).toEqual(['ast_1', 'ast_2']);
    heard.resolve('silent');
    // Runs after everything that the music triggers immediately.
    const size = { kind: 'video', width: 640, height: 360 } as const;
    setTimeout(() => looking.resolve({ ...size, durationSeconds: 2, hasSound: false, shots: [], samples: [] }), 0);
    await expect(proposed).rejects.toMatchObject({ code: 'NO_AUDIO' });
    expect(looked).toEqual(['ast_1', 'ast_2']);
    expect(reports).toEqual([{}]);
  });
});

it('composes music while takes are analyzed', async () => {
  const [composing, looking] = [createDeferred<undefined>(), createDeferred<Footage>()];
  const media: Partial<MediaRunner> = {
    composeBed: async () => {
      composing.resolve(undefined);
      throw new Error('the music cannot be composed');
    },
    survey: () => looking.promise,
  };
  const materials = takes.map((id) => ({ ...testMaterial, id, file: id, name: id }));
  const context = createRunContext({ runners: createWorkers({ media }), materials });
  const proposed = run.propose(context, launchCut.input.parse({ materials: takes }), null);
  await composing.promise;
  looking.reject(new Error('the take cannot be read'));
  await expect(proposed).rejects.toThrow('the music cannot be composed');
});
