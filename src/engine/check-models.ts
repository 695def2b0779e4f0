import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry, RunnableModel } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { changeModel, toRunnable } from '#store/models.ts';
import { changes } from '#wire/bell.ts';
import { lookAgainMs, type EnginePorts } from './ports.ts';
import type { Pool } from './pool.ts';

/**
 * Opens every model that the user has added and runs it on one image, until `signal` aborts. The model becomes `installed`, or
 * `broken` with an error that gives the reason. This happens in parallel with a run, in a separate worker.
 */
export async function checkModels(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell } = ports;
  for await (const _ of changes(bell, 'models', lookAgainMs, signal)) {
    const waiting = (await store.list('models')).filter((row) => row.status === 'checking');
    for (const row of waiting) {
      await checkModel(ports, row);
    }
  }
}

async function checkModel({ store, bell, clock, pool }: EnginePorts, row: Model): Promise<void> {
  const failure = row.entry ? await findFault(pool, toRunnable(row.entry, row)) : new Failure('MODEL_NOT_FOUND');
  const change: Partial<Model> = failure
    ? { status: 'broken', error: failure.toWire() }
    : { status: 'installed', error: null };
  await changeModel(store, row.id, 'checking', change, clock.now());
  bell.ring('models');
}

async function findFault(pool: Pool, model: RunnableModel<ModelEntry>): Promise<Failure | undefined> {
  try {
    await pool.tryModel(model);
    return undefined;
  } catch (thrown) {
    return Failure.from(thrown);
  }
}
