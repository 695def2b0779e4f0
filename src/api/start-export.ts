import { Failure } from '#core/lib/failure.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import { newJob } from '#core/model/new-job.ts';
import type { Asset, Job, Key } from '#core/model/records.ts';
import { isOutputFormat } from '#core/model/formats.ts';
import { describeOversize } from '#core/model/size-limits.ts';
import { getAssetIds, getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { InputOf } from '#core/protocol/operation.ts';
import { getPace, recipes } from '#recipes/catalog.ts';
import { canHaveBitrate, exportFormats } from '#recipes/export/formats.ts';
import { readAccount } from '#store/account.ts';
import { getCanvas } from '#store/canvases.ts';
import { createId } from '#store/ids.ts';
import { jobTables } from '#store/job-moves.ts';
import { enqueueJob } from '#store/jobs.ts';
import { requireRoom } from '#store/room.ts';
import { readKey } from './authorise.ts';
import { estimateSeconds } from './eta.ts';
import { toFingerprint } from './fingerprint.ts';
import type { Call } from './handler.ts';
import { invalid } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { findSame, isWatermarked, type Started } from './start-run.ts';

type Body = Call<'exportCanvas'>['body'];
type Input = InputOf<(typeof recipes)['export']>;

/** The decisions before a job exists. */
type Plan = {
  readonly key: Key;
  readonly document: TimelineDocument;
  readonly input: Input;
  /** The assets of the document that still exist. */
  readonly assets: readonly Asset[];
  readonly isWatermarked: boolean;
  readonly fingerprint: string;
};

/**
 * Returns the existing identical export, or a new one in the queue. Throws CANVAS_NOT_FOUND, VALIDATION_FAILED for options that do
 * not suit the canvas, ENGINE_UNAVAILABLE and STORAGE_FULL.
 */
export async function startExport(context: ApiContext, key: Key, canvasId: string, body: Body): Promise<Started> {
  const { store } = context;
  const canvas = await getCanvas(store, canvasId);
  const plan = await toPlan(context, key, canvas, toInput(canvas, body));
  const same = await findSame(store, plan.fingerprint);
  if (same) {
    return { job: same, isNew: false };
  }
  if (!(await context.hasEngine())) {
    throw new Failure('ENGINE_UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
  }
  await requireRoom(store, 'The export', recipes.export.minBytes(plan.input, []));
  return enqueue(context, plan);
}

/** Returns the input of the job. Options that the caller omitted are derived from the canvas. */
function toInput({ id, revision, document }: Canvas, body: Body): Input {
  const { format, quality, videoBitrate, background, span } = body;
  const durationSeconds = toDuration(document, body);
  const size = toSize(document, body);
  const oversize = isOutputFormat(format) ? describeOversize(size, format) : null;
  if (oversize) {
    throw invalid([{ path: 'width', message: oversize }]);
  }
  if (videoBitrate !== undefined && !canHaveBitrate(format)) {
    throw invalid([{ path: 'videoBitrate', message: 'only an mp4 and a webm have a bitrate; leave it out' }]);
  }
  return {
    canvasId: id,
    revision,
    format,
    ...size,
    frameRate: body.frameRate ?? document.frameRate,
    quality,
    ...(videoBitrate !== undefined && { videoBitrate }),
    span: span ?? null,
    background,
    durationSeconds,
  };
}

/** Returns the duration of the file. Throws for a canvas without visible or audible content, and for a span outside the canvas. */
function toDuration(document: TimelineDocument, { format, span }: Body): number {
  const whole = getDocumentSeconds(document);
  if (whole === 0 && format !== 'png') {
    throw invalid([
      {
        path: 'format',
        message: 'the canvas has no items, so its duration is 0 seconds; add an item, or export a PNG',
      },
    ]);
  }
  if (exportFormats[format].kind === 'sound' && !hasAudible(document)) {
    throw invalid([
      {
        path: 'format',
        message:
          'the canvas has no video and no audio, so an audio file would be empty; add one of them, or choose another format',
      },
    ]);
  }
  if (span && (span.endSeconds > whole || span.endSeconds <= span.startSeconds)) {
    const message = `must be after startSeconds and within the canvas, whose duration is ${whole} s`;
    throw invalid([{ path: 'span.endSeconds', message }]);
  }
  return span ? span.endSeconds - span.startSeconds : whole;
}

const hasAudible = ({ tracks }: TimelineDocument): boolean =>
  tracks.some(({ items }) => items.some(({ type }) => type === 'video' || type === 'sound'));

/** Returns the requested size. If only one side is given, the aspect ratio of the canvas gives the other. */
function toSize(document: TimelineDocument, { width, height }: Body): { width: number; height: number } {
  const round = (length: number): number => Math.max(2, Math.round(length));
  return {
    width: width ?? (height === undefined ? document.width : round((height * document.width) / document.height)),
    height: height ?? (width === undefined ? document.height : round((width * document.height) / document.width)),
  };
}

async function toPlan({ store }: ApiContext, key: Key, { document }: Canvas, input: Input): Promise<Plan> {
  const rows = await Promise.all(getAssetIds(document).map((id) => store.get('assets', id)));
  const assets = rows.filter((row) => row !== undefined);
  const watermarked = isWatermarked((await readAccount(store)).plan);
  // The revision does not matter if the document is the same, as after an undo.
  const { revision: _, ...parameters } = input;
  const missing = getAssetIds(document).filter((id) => !assets.some((asset) => asset.id === id));
  const fingerprint = await toFingerprint({
    recipeId: 'export',
    // The document names assets by their ids, whose bytes never change.
    input: { ...parameters, document, missing },
    wishes: [],
    assets: [],
    models: [],
    isWatermarked: watermarked,
  });
  return { key, document, input, assets, isWatermarked: watermarked, fingerprint };
}

/** Writes the row and the frozen document. Looks for an identical export once more, because another call may have created one. */
async function enqueue(context: ApiContext, plan: Plan): Promise<Started> {
  const job = await toJob(context, plan);
  const started = await context.store.transact(jobTables, async (transaction): Promise<Started> => {
    const same = await findSame(transaction, job.fingerprint);
    if (same) {
      return { job: same, isNew: false };
    }
    for (const { id } of plan.assets) {
      if (!(await transaction.get('assets', id))) {
        throw new Failure('MATERIAL_NOT_FOUND', {
          message: 'A material of the canvas was just deleted; try again.',
        });
      }
    }
    await readKey(transaction, plan.key.id);
    await transaction.put('documents', { id: job.id, json: JSON.stringify(plan.document) });
    await enqueueJob(transaction, job);
    return { job, isNew: true };
  });
  if (started.isNew) {
    context.bell.ring('jobs');
  }
  return started;
}

async function toJob(context: ApiContext, plan: Plan): Promise<Job> {
  const { key, input, assets, isWatermarked, fingerprint } = plan;
  const { durationSeconds } = input;
  const pace = getPace('export', input);
  return newJob(
    {
      id: createId('job'),
      recipeId: 'export',
      fingerprint,
      keyId: key.id,
      materialIds: assets.map(({ id }) => id),
      input,
      modelIds: [],
      isWatermarked,
      etaSeconds: await estimateSeconds(context.store, 'export', { pace, durationSeconds }),
      credits: recipes.export.priceCredits,
    },
    context.clock.now(),
  );
}
