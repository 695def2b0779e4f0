import { Failure, type FailureCode } from '#core/lib/failure.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset, Job } from '#core/model/records.ts';
import { cutOutDocument } from '#recipes/remove-background/document.ts';
import { createId } from '#store/ids.ts';
import type { JobEnd } from '#store/job-moves.ts';
import { claimJob, reportJob, settleJob } from '#store/jobs.ts';
import { changeModel } from '#store/models.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';

const stepMs = 10;
const snapshot = 'data:image/webp;base64,UklGRg==';

/** An engine for tests of the API: it claims and settles jobs like the real one, and computes nothing. */
export type ScriptedEngine = {
  /** The duration of a run, including the active one. */
  setRunMs(runMs: number): void;
  failNext(code: FailureCode): void;
  /** A closed engine claims nothing and stops immediately, like a closed tab. */
  setOpen(isOpen: boolean): void;
  isOpen(): boolean;
  stop(): Promise<void>;
};

export function createScriptedEngine(store: Store, bell: Bell, resultBytes: Uint8Array<ArrayBuffer>): ScriptedEngine {
  const state = { runMs: 20, isOpen: true, isStopped: false, next: null as FailureCode | null };
  const loop = async (): Promise<void> => {
    while (!state.isStopped) {
      await pause(stepMs);
      await checkModels(store, bell);
      await lookIntoMaterials(store, bell, state.isOpen);
      const job = state.isOpen ? await claimJob(store, 'scripted', Date.now()) : undefined;
      if (job) {
        bell.ring('jobs');
        await work(job);
        bell.ring('jobs');
      }
    }
  };
  const work = async (job: Job): Promise<void> => {
    const failure = state.next;
    state.next = null;
    const startedAt = performance.now();
    let done = 0;
    while (performance.now() - startedAt < state.runMs || !state.isOpen) {
      await pause(stepMs);
      done = Math.min(0.9, done + 0.1);
      if (!(await reportJob(store, job.id, { stage: 'Cutting', progress: done, snapshot }, Date.now()))) {
        return settleJob(store, job.id, { status: 'canceled' }, Date.now());
      }
      bell.ring('jobs');
      if (state.isStopped) {
        return;
      }
    }
    const end: JobEnd = failure
      ? { status: 'failed', error: new Failure(failure).toWire() }
      : await makeResult(store, job, resultBytes);
    await settleJob(store, job.id, end, Date.now());
  };
  const looping = loop();
  return {
    setRunMs: (runMs) => {
      state.runMs = runMs;
    },
    failNext: (code) => {
      state.next = code;
    },
    setOpen: (isOpen) => {
      state.isOpen = isOpen;
    },
    isOpen: () => state.isOpen,
    stop: async () => {
      state.isStopped = true;
      await looping;
    },
  };
}

/** Accepts data as a model if it starts like every ONNX file: with the tag of its version. */
async function checkModels(store: Store, bell: Bell): Promise<void> {
  for (const row of (await store.list('models')).filter((one) => one.status === 'checking')) {
    const [piece] = row.files.flatMap((file) => file.pieces);
    const [first] = piece ? new Uint8Array(await (await store.bytes.read(piece.file)).slice(0, 1).arrayBuffer()) : [];
    const fault = new Failure('MODEL_UNUSABLE', { message: `The model "${row.entry?.name}" is none.` });
    const end =
      first === 0x08 ? { status: 'installed' as const } : { status: 'broken' as const, error: fault.toWire() };
    await changeModel(store, row.id, 'checking', end, Date.now());
    bell.ring('models');
  }
}

/** Describes every video and image as one of 320x180, and every audio file as one of a second. */
async function lookIntoMaterials(store: Store, bell: Bell, isOpen: boolean): Promise<void> {
  const unknown = (await store.list('assets')).filter(({ kind, facts }) => isOpen && kind === 'material' && !facts);
  for (const { id } of unknown) {
    await store.transact(['assets'], async (transaction) => {
      const asset = await transaction.get('assets', id);
      const kind = getMediaKind(asset?.mimeType ?? '');
      const size = kind === 'sound' ? null : { width: 320, height: 180 };
      const facts = {
        kind,
        width: size?.width ?? null,
        height: size?.height ?? null,
        durationSeconds: kind === 'picture' ? null : 1,
        frameRate: kind === 'video' ? 25 : null,
        hasSound: kind === 'sound',
        fault: null,
      };
      await (asset && transaction.put('assets', { ...asset, facts }));
    });
    bell.ring('assets');
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function makeResult(store: Store, job: Job, bytes: Uint8Array<ArrayBuffer>): Promise<JobEnd> {
  const now = Date.now();
  const file = createId('file');
  const sink = await store.bytes.create(file);
  await sink.write(bytes);
  await sink.close();
  const asset: Asset = {
    id: createId('res'),
    kind: 'result',
    file,
    name: 'result.webm',
    extension: 'webm',
    mimeType: 'video/webm',
    sizeBytes: bytes.byteLength,
    sha256: null,
    sourceUrl: null,
    jobId: job.id,
    facts: null,
    createdAt: now,
  };
  if (job.recipeId === 'export') {
    return { status: 'completed', assets: [asset], resultId: asset.id, canvas: null, warnings: [] };
  }
  const document = cutOutDocument({
    title: 'Result',
    width: 320,
    height: 180,
    frameRate: 25,
    durationSeconds: 1,
    source: { assetId: job.materialIds[0] ?? '', startSeconds: 0 },
    cutOut: { assetId: asset.id, proxyAssetId: null },
    backdrop: null,
  });
  const canvas: Canvas = { id: createId('cnv'), jobId: job.id, revision: 1, document, createdAt: now, updatedAt: now };
  return { status: 'completed', assets: [asset], resultId: asset.id, canvas, warnings: [] };
}
