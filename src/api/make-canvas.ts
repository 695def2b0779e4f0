import { Failure } from '#core/lib/failure.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset } from '#core/model/records.ts';
import { assemble, type Clip } from '#core/timeline/assemble.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { newCanvas } from '#store/canvases.ts';
import type { Rows } from '#store/store.ts';
import { requireSoundDocument } from './check-document.ts';
import { followRow } from './follow-job.ts';
import type { Form } from './form.ts';
import type { Call } from './handler.ts';
import { invalid } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { readTimelineFile } from './read-timeline-file.ts';

type Body = NonNullable<Call<'createCanvas'>['body']>;

/**
 * Creates a canvas from the request, and returns it with sentences about omitted parts. Throws VALIDATION_FAILED,
 * MATERIAL_NOT_FOUND, UNSUPPORTED_MEDIA for a material that cannot be used, ENGINE_UNAVAILABLE if no tab can inspect a material,
 * and for a file FILE_TOO_LARGE and STORAGE_FULL.
 */
export async function makeCanvas(
  context: ApiContext,
  body: Body | null,
  form: Form | null,
): Promise<{ canvas: Canvas; warnings: readonly string[] }> {
  if (form) {
    return readTimelineFile(context, form, (document) => putCanvas(context, document, document));
  }
  const { title, materials, document } = body ?? {};
  if (materials && document) {
    throw invalid([{ path: 'materials', message: 'send either materials or a document, not both' }]);
  }
  if (!materials && !document && title === undefined) {
    throw invalid([{ path: '', message: 'Send materials, a document, or a title for an empty canvas.' }]);
  }
  const made = document ?? (await assembleMaterials(context, title ?? 'Untitled', materials ?? []));
  return { canvas: await putCanvas(context, title === undefined ? made : { ...made, title }, null), warnings: [] };
}

/** Writes the row. The assets in `mayLack` may be missing. */
async function putCanvas(
  { store, clock }: ApiContext,
  document: TimelineDocument,
  mayLack: TimelineDocument | null,
): Promise<Canvas> {
  return store.transact(['canvases', 'assets'], async (transaction) => {
    await requireSoundDocument(transaction, document, { mayLack, path: ['document'] });
    const canvas = newCanvas(document, null, clock.now());
    await transaction.put('canvases', canvas);
    return canvas;
  });
}

async function assembleMaterials(
  context: ApiContext,
  title: string,
  materials: readonly string[],
): Promise<TimelineDocument> {
  const clips: Clip[] = [];
  for (const [index, id] of materials.entries()) {
    clips.push(await readClip(context, await getMaterial(context.store, id), `materials.${index}`));
  }
  const document = assemble(title, clips);
  if (getDocumentSeconds(document) > documentLimits.seconds) {
    const message = `together they last longer than ${documentLimits.seconds / 3600} hours, the maximum duration of a canvas; send fewer`;
    throw invalid([{ path: 'materials', message }]);
  }
  return document;
}

async function getMaterial(rows: Pick<Rows<'assets'>, 'get'>, id: string): Promise<Asset> {
  const asset = await rows.get('assets', id);
  if (asset?.kind !== 'material') {
    throw new Failure('MATERIAL_NOT_FOUND', {
      message: `No material has the handle ${id}; GET /v1/materials lists them.`,
    });
  }
  return asset;
}

/** Returns the properties of a material that an item needs. The engine inspects the file if it has not done so yet. */
async function readClip(context: ApiContext, { id, name }: Asset, path: string): Promise<Clip> {
  const facts = await waitForFacts(context, id);
  if (facts.fault !== null) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: facts.fault, details: [{ path, message: facts.fault }] });
  }
  const { kind, width, height, durationSeconds, frameRate } = facts;
  if (kind === 'font') {
    const message = `"${name}" is a font, which a canvas uses only for its texts; name it as fontAssetId of a text.`;
    throw new Failure('UNSUPPORTED_MEDIA', { message, details: [{ path, message }] });
  }
  return { assetId: id, name, kind, width, height, durationSeconds, frameRate };
}

async function waitForFacts(context: ApiContext, id: string): Promise<NonNullable<Asset['facts']>> {
  let engineSeenAt = performance.now();
  for await (const asset of followRow(context, 'assets', id)) {
    if (!asset) {
      break;
    }
    if (asset.facts) {
      return asset.facts;
    }
    if (await context.hasEngine()) {
      engineSeenAt = performance.now();
    } else if (performance.now() - engineSeenAt > context.timing.engineGraceMs) {
      const message = 'No open tab can inspect the material; open the workspace in a browser and try again.';
      throw new Failure('ENGINE_UNAVAILABLE', { message, details: { retryAfterSeconds: 5 } });
    }
  }
  throw new Failure('MATERIAL_NOT_FOUND');
}
