import { Failure } from '#core/failure.ts';
import type { Asset, Canvas, Job } from '#core/records.ts';
import { toIsoTime } from '#core/time.ts';
import type { TimelineDocument } from '#core/timeline.ts';
import type { OutputOf } from './handler.ts';
import { createLinks } from './links.ts';
import type { World } from './ports.ts';

/** A job as callers see it. */
export async function toJobView({ store, base }: World, job: Job): Promise<OutputOf<'getJob'>> {
  const links = createLinks(base);
  const find = async (id: string | null): Promise<Asset | undefined> =>
    id === null ? undefined : store.get('assets', id);
  const [result, proxy] = await Promise.all([find(job.resultId), find(job.proxyId)]);
  return {
    id: job.id,
    recipeId: job.recipeId,
    status: job.status,
    stage: job.stage,
    progress: job.progress,
    etaSeconds: job.etaSeconds,
    framesPerSecond: job.framesPerSecond,
    createdAt: toIsoTime(job.createdAt),
    updatedAt: toIsoTime(job.updatedAt),
    credits: job.credits,
    creditsCharged: job.areCreditsCharged,
    watermarked: job.isWatermarked,
    materials: [job.materialId],
    material: job.materialId,
    models: [job.modelId],
    model: job.modelId,
    input: job.input,
    warnings: job.warnings,
    ...(result && { finalUrl: links.media(result) }),
    ...(proxy && { proxyUrl: links.media(proxy) }),
    ...(job.canvasId !== null && { canvasId: job.canvasId, canvasUrl: links.canvas(job.canvasId) }),
    ...(job.error && { error: { errorCode: job.error.code, message: job.error.message } }),
  };
}

/** What a synchronous run answers. Only the call that made the job was charged for it; `isNew` says that this is the one. */
export async function toRunResult(world: World, job: Job, isNew: boolean): Promise<OutputOf<'run:remove-background'>> {
  const links = createLinks(world.base);
  const result = job.resultId === null ? undefined : await world.store.get('assets', job.resultId);
  if (!result || job.canvasId === null) {
    throw new Failure('INTERNAL', { message: `The result of run ${job.id} is gone.` });
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
    model: job.modelId,
    watermarked: job.isWatermarked,
    warnings: job.warnings,
  };
}

/** A canvas, and where the files of its document are. */
export async function toCanvasView({ store, base }: World, canvas: Canvas): Promise<OutputOf<'getCanvas'>> {
  const links = createLinks(base);
  const assets = await Promise.all(listAssetIds(canvas.document).map((id) => store.get('assets', id)));
  return {
    id: canvas.id,
    revision: canvas.revision,
    ...(canvas.jobId !== null && { envelopeId: canvas.jobId }),
    document: canvas.document,
    assets: Object.fromEntries(
      // A material may be deleted while its canvas stays.
      assets.flatMap((asset) =>
        asset ? [[asset.id, { url: links.media(asset), bytes: asset.sizeBytes, mimeType: asset.mimeType }]] : [],
      ),
    ),
    createdAt: toIsoTime(canvas.createdAt),
    updatedAt: toIsoTime(canvas.updatedAt),
  };
}

const listAssetIds = ({ tracks }: TimelineDocument): string[] => {
  const items = tracks.flatMap((track) => track.items);
  const ids = items.flatMap((item) => [item.assetId, item.proxyAssetId]);
  return [...new Set(ids.filter((id) => id !== null))];
};

export const toMaterialView = ({ base }: World, asset: Asset): OutputOf<'listMaterials'>[number] => ({
  material: asset.id,
  name: asset.name,
  bytes: asset.sizeBytes,
  mimeType: asset.mimeType,
  url: createLinks(base).media(asset),
  ...(asset.sourceUrl !== null && { sourceUrl: asset.sourceUrl }),
  createdAt: toIsoTime(asset.createdAt),
});
