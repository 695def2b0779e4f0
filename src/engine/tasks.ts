import type { EngineTask, TaskRequest, TaskWork, MediaFacts } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { Asset } from '#core/model/records.ts';
import { listAssetFiles } from '#store/asset-files.ts';
import { getCanvas } from '#store/canvases.ts';
import { dropUselessTasks, nextTask, noteFacts, settleTask } from '#store/engine-tasks.ts';
import { createId } from '#store/ids.ts';
import { trimIntermediates } from '#store/intermediates.ts';
import { changes } from '#wire/bell.ts';
import type { TaskWorker } from './task-worker.ts';
import { lookAgainMs, type EnginePorts } from './ports.ts';

type Kind = TaskRequest['kind'];

/** Two lanes, because an hour of audio must not delay an image. */
const lanes: Readonly<Record<'pictures' | 'peaks', readonly Kind[]>> = {
  pictures: ['thumbnail', 'filmstrip', 'frame'],
  peaks: ['peaks', 'beats'],
};

/** The time limit of a task; a task that exceeds it has a faulty file. An hour of audio takes about 20 s. */
const limitMs: Readonly<Record<Kind | 'facts', number>> = {
  facts: 60_000,
  thumbnail: 30_000,
  filmstrip: 60_000,
  frame: 30_000,
  peaks: 10 * 60_000,
  beats: 10 * 60_000,
};

/** The number of new results after which the cache is checked for its limits. */
const trimEvery = 200;

/** Runs tasks next to the running job, and inspects new files, until `signal` aborts. */
export async function runTasks(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, clock, taskWorkers } = ports;
  await dropUselessTasks(store, clock.now());
  signal.addEventListener('abort', () => {
    taskWorkers.pictures.stop();
    taskWorkers.peaks.stop();
  });
  await Promise.all([
    runLane(ports, 'pictures', signal),
    runLane(ports, 'peaks', signal),
    readFacts(ports, taskWorkers.pictures, signal),
  ]);
}

async function runLane(ports: EnginePorts, lane: keyof typeof lanes, signal: AbortSignal): Promise<void> {
  const { store, bell, clock, taskWorkers } = ports;
  let made = 0;
  for await (const _ of changes(bell, 'errands', lookAgainMs, signal)) {
    let task = await nextTask(store, lanes[lane], clock.now());
    while (task) {
      await runTask(ports, taskWorkers[lane], task, signal);
      made += 1;
      if (made % trimEvery === 0) {
        await dropUselessTasks(store, clock.now());
        await trimIntermediates(store);
      }
      task = signal.aborted ? undefined : await nextTask(store, lanes[lane], clock.now());
    }
  }
}

async function runTask(
  ports: EnginePorts,
  worker: TaskWorker,
  { id, request }: EngineTask,
  signal: AbortSignal,
): Promise<void> {
  const { store, bell, clock } = ports;
  const file = createId('err');
  await store.bytes.hold(file, async () => {
    let isKept = false;
    try {
      const work = await toWork(ports, request);
      const answer = await worker.do(limitMs[request.kind], (runner, hooks) => runner.answer(work, file, hooks));
      isKept = await settleTask(store, id, { answer }, clock.now());
    } catch (thrown) {
      // The next engine runs the tasks that the end of this engine interrupted.
      if (!signal.aborted) {
        await settleTask(store, id, { error: toFailure(thrown).toWire() }, clock.now());
      }
    } finally {
      if (!isKept) {
        await store.bytes.remove(file);
      }
    }
  });
  bell.ring('errands');
}

async function toWork({ store }: EnginePorts, request: TaskRequest): Promise<TaskWork> {
  if (request.kind !== 'frame') {
    return request;
  }
  const { canvasId, revision: _, ...still } = request;
  const { document, revision } = await getCanvas(store, canvasId);
  const key = [canvasId, revision, still.width, still.height, still.isWatermarked].join(':');
  return { ...still, key, document, assets: await listAssetFiles(store, document) };
}

/** Inspects every material and result whose file has not been opened yet. */
async function readFacts(ports: EnginePorts, worker: TaskWorker, signal: AbortSignal): Promise<void> {
  const { store, bell } = ports;
  for await (const _ of changes(bell, 'assets', lookAgainMs, signal)) {
    const unknown = (await store.list('assets')).filter(
      ({ kind, facts }) => (facts === null || lacksTracks(facts)) && (kind === 'material' || kind === 'result'),
    );
    for (const asset of unknown) {
      const facts = await inspect(worker, asset);
      if (signal.aborted) {
        return;
      }
      await noteFacts(store, asset, facts);
    }
    if (unknown.length > 0) {
      bell.ring('assets');
    }
  }
}

/** Whether the file was opened by an earlier version, which did not list the audio tracks. */
const lacksTracks = ({ hasSound, audioTracks }: MediaFacts): boolean => hasSound && audioTracks === undefined;

/** Returns the contents of a file, or the reason why it cannot be used. */
async function inspect(worker: TaskWorker, { file, mimeType }: Asset): Promise<MediaFacts> {
  try {
    const facts = await worker.do(limitMs.facts, (runner, hooks) => runner.inspect({ file, mimeType }, hooks));
    return { audioTracks: [], ...facts };
  } catch (thrown) {
    const nothing = { width: null, height: null, durationSeconds: null, frameRate: null, hasSound: false };
    return { kind: getMediaKind(mimeType), ...nothing, fault: toFailure(thrown).message };
  }
}

/** Converts an error of a task to a failure. A defect is logged here, once. */
function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in a task
    console.error(thrown);
  }
  return Failure.from(thrown);
}
