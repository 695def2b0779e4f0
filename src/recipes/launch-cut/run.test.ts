import { describe, expect, it } from 'vitest';
import type { RunContext } from '#core/protocol/run.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { launchCut } from './recipe.ts';
import { run } from './run.ts';

const takes = ['ast_1', 'ast_2', 'ast_3', 'ast_4'];

describe('the music that is analyzed while takes are analyzed', () => {
  it('fails the run if it is silent, after the takes in progress have ended', async () => {
    const [heard, looking] = [createDeferred<'silent'>(), createDeferred<object>()];
    const [looked, reports]: [string[], object[]] = [[], []];
    const media = {
      rhythm: async (_file: string, _bpm: null, { onProgress }: { onProgress: (progress: object) => void }) => {
        onProgress({ stage: 'Listening', fraction: 0.5 });
        return heard.promise;
      },
      survey: async (file: string) => {
        looked.push(file);
        return looking.promise;
      },
    };
    const assets = [...takes, 'ast_music'].map((id) => ({ id, file: id, name: id, mimeType: 'video/mp4' }));
    const step = () => ({ isDone: false, notes: undefined, finish: async () => undefined });
    const context = {
      job: { id: 'job_1' },
      materials: assets,
      detectors: {},
      runners: { media },
      report: (progress: object) => void reports.push(progress),
      step,
    } as unknown as RunContext;
    const input = launchCut.input.parse({ materials: takes, music: 'ast_music' });
    const proposed = run.propose(context, input, null);
    await expect.poll(() => looked).toEqual(['ast_1', 'ast_2']);
    heard.resolve('silent');
    // Runs after everything that the music triggers immediately.
    setTimeout(() => looking.resolve({}), 0);
    await expect(proposed).rejects.toMatchObject({ code: 'NO_AUDIO' });
    expect(looked).toEqual(['ast_1', 'ast_2']);
    expect(reports).toEqual([{}]);
  });
});
