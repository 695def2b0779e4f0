import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#core/model/records.ts';
import { takeFaults } from '#store/faults.ts';
import type { EnginePorts } from './ports.ts';
import type { RunWatch } from './watch-run.ts';

/** A rule of the lab that affects an attempt. */
type RunFault = {
  /** Loses the run if a rule says so at this progress, 0..1. */
  readonly reach: (progress: number) => void;
  /** Does the same at the end of the work, and throws the loss. */
  readonly finish: () => Promise<void>;
};

/** Applies the rules of the lab to an attempt at a job. Throws the error of a rule. */
export async function startFault({ lab, store, bell }: EnginePorts, watch: RunWatch, job: Job): Promise<RunFault> {
  const operation = job.recipeId === 'export' ? 'exportCanvas' : `run:${job.recipeId}`;
  const getKeyId = async (): Promise<string | null> => (await store.get('keys', job.keyId))?.handle ?? null;
  const target = { kind: 'run', operation, recipeId: job.recipeId, getKeyId } as const;
  const [fault] = await takeFaults({ store, bell, faults: lab.faults }, target);
  if (!fault) {
    return { reach: () => undefined, finish: async () => undefined };
  }
  const { id: faultId, effect } = fault;
  if ('failRunWith' in effect) {
    throw new Failure(effect.failRunWith, { faultId });
  }
  const crashAt = 'crashEngineAt' in effect ? effect.crashEngineAt : Number.POSITIVE_INFINITY;
  const crash = new Failure('ENGINE_LOST', { faultId });
  const reach = (progress: number): void => {
    if (progress >= crashAt) {
      watch.stopRun(crash);
    }
  };
  const finish = async (): Promise<void> => {
    if (crashAt <= 1) {
      throw crash;
    }
  };
  reach(0);
  return { reach, finish };
}
