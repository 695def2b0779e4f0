import type { ItemOf } from '#core/timeline/document.ts';
import { removeBackgroundId } from '#recipes/remove-background/defaults.ts';
import { call } from '#ui/app/client.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toRecord } from '#ui/app/json.ts';
import { toPlaceable, type Placeable } from '../materials/placeable.ts';
import type { Backdrop } from './backdrop.ts';

type BlurSource = Extract<Backdrop, { kind: 'blur' }>['source'];

/**
 * Returns the video that a clip showed before its background was removed, or else the clip's own, to be shown out of focus.
 * Throws OffcutError.
 */
export async function findBlurSource(clip: ItemOf<'video'>): Promise<{ source: BlurSource; material: Placeable }> {
  const files = await call('listMaterials', { query: { include: 'results' } });
  const find = (id: string | undefined): Placeable | null => {
    const file = files.find(({ material }) => material === id);
    return file ? toPlaceable(file) : null;
  };
  const origin = await findOrigin(files.find(({ material }) => material === clip.assetId)?.envelopeId);
  const material = find(origin?.material ?? clip.assetId);
  if (!material) {
    const message = `The original video of ${clip.name} is no longer available. Choose a color or an image.`;
    throw new OffcutError({ code: 'MATERIAL_NOT_FOUND', message });
  }
  const { assetId, width, height } = material;
  const sourceSeconds = clip.sourceStartSeconds + (origin?.startSeconds ?? 0);
  return { source: { assetId, width, height, sourceSeconds, speed: clip.speed }, material };
}

/**
 * Returns the material from which a cutout was created, and the start time of the cutout in it; null for files that are not
 * cutouts.
 */
async function findOrigin(jobId: string | undefined): Promise<{ material: string; startSeconds: number } | null> {
  if (jobId === undefined) {
    return null;
  }
  const { recipeId, material, input } = await call('getJob', { params: { envelopeId: jobId } });
  const { startSeconds } = toRecord(input['trim']);
  return recipeId === removeBackgroundId && material !== undefined
    ? { material, startSeconds: typeof startSeconds === 'number' ? startSeconds : 0 }
    : null;
}
