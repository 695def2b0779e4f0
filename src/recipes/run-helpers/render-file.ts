import { Failure } from '#core/lib/failure.ts';
import { storageFull } from '#core/model/storage-full.ts';
import type { Asset } from '#core/model/records.ts';
import type { RunnerProgress } from '#core/protocol/runners.ts';
import {
  renderCheckpoint,
  type AssetFile,
  type RenderCheckpoint,
  type RenderOptions,
  type RenderResult,
} from '#core/timeline/render.ts';
import type { Renderer } from '#core/protocol/media-ports.ts';
import type { Media, RunContext, Step } from '#core/protocol/run.ts';

/** The name of the render in an error message, and the storage that it needs. */
type Room = { readonly subject: string; readonly neededBytes: number; readonly minBytes: number };

/** Renders a canvas to a file, and resumes from an earlier attempt at the step. Throws STORAGE_FULL. */
export async function renderFile(
  { runners, report, requireRoom }: Pick<RunContext<Media<Renderer>>, 'runners' | 'report' | 'requireRoom'>,
  step: Step,
  options: RenderOptions,
  { subject, neededBytes, minBytes }: Room,
): Promise<RenderResult> {
  const hooks = {
    onProgress: ({ fraction, ...progress }: RunnerProgress): void => report({ ...progress, progress: fraction }),
    onCheckpoint: (checkpoint: RenderCheckpoint) => step.keep(checkpoint),
  };
  const from = renderCheckpoint.safeParse(step.notes).data ?? null;
  if (!from) {
    // Fail now instead of after an hour.
    await requireRoom(neededBytes, minBytes);
  }
  try {
    return await runners.media.render(options, hooks, from);
  } catch (thrown) {
    const isFull = thrown instanceof Failure && thrown.code === 'STORAGE_FULL';
    throw isFull ? storageFull(subject, neededBytes, null, thrown) : thrown;
  }
}

/** Returns the files of materials and created assets by their ids, for a render. */
export const toAssetFiles = (assets: readonly Pick<Asset, 'id' | 'file' | 'mimeType'>[]): Record<string, AssetFile> =>
  Object.fromEntries(assets.map(({ id, file, mimeType }) => [id, { file, mimeType }]));
