import type { MediaFacts } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset, Job } from '#core/model/records.ts';
import { toIsoTime } from '#core/lib/time.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getAssetIds, getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { JobView } from '#operations/jobs.ts';
import type { SyncRunResult } from '#operations/runs.ts';
import { listOpenJobs } from './blockers.ts';
import { estimateJob } from './eta.ts';
import type { OutputOf } from './handler.ts';
import { createLinks, type Links } from './links.ts';
import type { ApiContext } from './ports.ts';

/** Returns a job as responses contain it. */
export const toJobView = (context: ApiContext, job: Job): Promise<JobView> =>
  toView(context, job, () => listOpenJobs(context.store), false);

/** Returns the views of several jobs, without their proposals, which may be large. Queued jobs are read once for all of them. */
export function toJobViews(context: ApiContext, jobs: readonly Job[]): Promise<JobView[]> {
  let open: Promise<Job[]> | undefined;
  const listOpen = (): Promise<Job[]> => (open ??= listOpenJobs(context.store));
  return Promise.all(jobs.map((job) => toView(context, job, listOpen, true)));
}

type ListOpen = () => Promise<readonly Job[]>;

async function toView({ store, base }: ApiContext, job: Job, listOpen: ListOpen, isListed: boolean): Promise<JobView> {
  const links = createLinks(base);
  const find = async (id: string | null): Promise<Asset | undefined> =>
    id === null ? undefined : store.get('assets', id);
  const [result, proxy, ...previews] = await Promise.all(
    [job.resultId, job.proxyId, ...job.previews.map(({ assetId }) => assetId)].map(find),
  );
  return {
    id: job.id,
    recipeId: job.recipeId,
    status: job.status,
    stage: job.stage,
    progress: job.progress,
    etaSeconds: job.status === 'queued' ? await estimateWait(store, listOpen, job) : job.etaSeconds,
    framesPerSecond: job.framesPerSecond,
    createdAt: toIsoTime(job.createdAt),
    updatedAt: toIsoTime(job.updatedAt),
    credits: job.credits,
    creditsCharged: job.areCreditsCharged,
    watermarked: job.isWatermarked,
    ...(job.modelIds[0] !== undefined && { model: job.modelIds[0] }),
    models: job.modelIds,
    ...(job.materialIds[0] !== undefined && { material: job.materialIds[0] }),
    materials: job.materialIds,
    input: job.input,
    warnings: job.warnings,
    ...toReviewView(links, job, previews, isListed),
    ...(!isListed && (await toDraftView(store, links, job))),
    ...(result && { finalUrl: links.media(result) }),
    ...(proxy && { proxyUrl: links.media(proxy) }),
    ...(await toSidecars(store, links, job)),
    ...(job.canvasId !== null && { canvasId: job.canvasId, canvasUrl: links.canvas(job.canvasId) }),
    ...(job.error && { error: { errorCode: job.error.code, message: job.error.message } }),
    ...(!isListed && { log: job.log.map((one) => ({ ...one, at: toIsoTime(one.at) })) }),
  };
}

/** Returns the additional files of the result of a completed job. */
async function toSidecars(
  store: Pick<ApiContext['store'], 'list'>,
  links: Links,
  { id, status }: Job,
): Promise<Pick<JobView, 'sidecars'>> {
  const made = status === 'completed' ? await store.list('assets', { index: 'jobId', value: id }) : [];
  const sidecars = made
    .filter(({ kind }) => kind === 'sidecar')
    .map((asset) => ({
      name: asset.name,
      url: links.media(asset),
      mimeType: asset.mimeType,
      sizeBytes: asset.sizeBytes,
    }));
  return sidecars.length > 0 ? { sidecars } : {};
}

/** Returns the fields of a job that waits for review. */
function toReviewView(
  links: Links,
  { status, proposal, previews, reviewExpiresAt }: Job,
  assets: readonly (Asset | undefined)[],
  isListed: boolean,
): Partial<JobView> {
  if (status !== 'awaiting_review') {
    return {};
  }
  const pictures = previews.flatMap(({ atSeconds }, index) => {
    const asset = assets[index];
    return asset ? [{ atSeconds, url: links.media(asset) }] : [];
  });
  return {
    ...(!isListed && { proposal }),
    previews: pictures,
    ...(pictures[0] && { previewUrl: pictures[0].url }),
    ...(reviewExpiresAt !== null && { reviewExpiresAt: toIsoTime(reviewExpiresAt) }),
  };
}

/** Returns the canvas that the proposal of a waiting job would create. */
async function toDraftView(
  store: Pick<ApiContext['store'], 'get'>,
  links: Links,
  { status, draft, materialIds }: Job,
): Promise<Pick<JobView, 'draftCanvas'>> {
  if (status !== 'awaiting_review' || !draft) {
    return {};
  }
  const [document, ...assets] = await Promise.all(
    [draft.documentId, ...materialIds, ...draft.partIds].map((id) => store.get('assets', id)),
  );
  const named = assets
    .filter((asset) => asset !== undefined)
    .map((asset) => [asset.id, { name: asset.name, url: links.media(asset), mimeType: asset.mimeType }] as const);
  return document ? { draftCanvas: { documentUrl: links.media(document), assets: Object.fromEntries(named) } } : {};
}

/** Estimates the seconds until a queued job is completed: those of the jobs before it, and its own. */
async function estimateWait(store: Pick<ApiContext['store'], 'get'>, listOpen: ListOpen, job: Job): Promise<number> {
  const ahead = (await listOpen()).filter(
    (one) => one.status === 'running' || (one.status === 'queued' && one.createdAt < job.createdAt),
  );
  const seconds = await Promise.all([...ahead, job].map((one) => estimateJob(store, one)));
  return seconds.reduce((sum, one) => sum + one, 0);
}

/** Returns the response of a synchronous run. Only the call that created the job was charged; `isNew` marks that call. */
export async function toRunResult(context: ApiContext, job: Job, isNew: boolean): Promise<SyncRunResult> {
  const links = createLinks(context.base);
  const result = job.resultId === null ? undefined : await context.store.get('assets', job.resultId);
  if (!result || job.canvasId === null) {
    throw new Failure('INTERNAL', { message: `The result of run ${job.id} was deleted; start the run again.` });
  }
  return {
    status: 'completed',
    processedVideoUrl: links.media(result),
    canvasId: job.canvasId,
    editorPath: links.editorPath(job.canvasId),
    credits: job.credits,
    creditsCharged: isNew && job.areCreditsCharged,
    cached: !isNew,
    envelopeId: job.id,
    model: job.modelIds[0] ?? '',
    models: job.modelIds,
    watermarked: job.isWatermarked,
    warnings: job.warnings,
  };
}

/** Returns a canvas, and the URLs of the files of its document. */
export const toCanvasView = async (context: ApiContext, canvas: Canvas): Promise<OutputOf<'getCanvas'>> => ({
  id: canvas.id,
  revision: canvas.revision,
  ...(canvas.jobId !== null && { envelopeId: canvas.jobId }),
  ...(await toDocumentView(context, canvas.document)),
  createdAt: toIsoTime(canvas.createdAt),
  updatedAt: toIsoTime(canvas.updatedAt),
});

/** Returns a document, its duration, and the URLs of its files. */
export async function toDocumentView(
  { store, base }: ApiContext,
  document: TimelineDocument,
): Promise<OutputOf<'getCanvasVersion'>> {
  const links = createLinks(base);
  const assets = await Promise.all(getAssetIds(document).map((id) => store.get('assets', id)));
  return {
    document,
    durationSeconds: getDocumentSeconds(document),
    assets: Object.fromEntries(
      // A material may be deleted while its canvas stays.
      assets.flatMap((asset) =>
        asset ? [[asset.id, { url: links.media(asset), bytes: asset.sizeBytes, mimeType: asset.mimeType }]] : [],
      ),
    ),
  };
}

export const toMaterialView = ({ base }: ApiContext, asset: Asset): OutputOf<'listMaterials'>[number] => ({
  material: asset.id,
  name: asset.name,
  bytes: asset.sizeBytes,
  mimeType: asset.mimeType,
  kind: asset.facts?.kind ?? getMediaKind(asset.mimeType),
  ...(asset.facts && toFactsView(asset.facts)),
  url: createLinks(base).media(asset),
  ...(asset.sourceUrl !== null && { sourceUrl: asset.sourceUrl }),
  ...(asset.folder !== undefined && { folder: asset.folder }),
  ...(asset.jobId !== null && { envelopeId: asset.jobId }),
  createdAt: toIsoTime(asset.createdAt),
});

/** Returns the known properties of a file, without undefined ones. */
function toFactsView({ width, height, durationSeconds, frameRate, hasSound, audioTracks, fault }: MediaFacts) {
  return {
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(durationSeconds !== null && { durationSeconds }),
    ...(frameRate !== null && { frameRate }),
    ...(fault === null ? { hasSound, ...(audioTracks && { audioTracks }) } : { fault }),
  };
}
