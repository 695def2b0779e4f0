import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { renameAssets } from '#core/timeline/rename-assets.ts';
import { documentOfAnyVersion } from '#core/timeline/upgrade.ts';
import { removeAssets, useTables } from '#store/asset-uses.ts';
import { dropMade } from '#store/sweep.ts';
import { ingest, refuseOverCap, type Ingested } from './ingest.ts';
import { toMaterial } from './material.ts';
import { invalid, parsePart, readPieces } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { projectFile, projectFileName, type ProjectFile } from './project-file.ts';
import { readStoredZip, type ZipEntry } from './read-zip.ts';

/** Stores a parsed document. The document may name assets that are missing. */
export type KeepDocument = (document: TimelineDocument) => Promise<Canvas>;

/** The maximum size of `project.json`. Its data in addition to the document is small. */
const projectBytesMax = 2 * documentLimits.bytes;

type Entries = ReadonlyMap<string, ZipEntry>;

/**
 * Reads the canvas of a project's ZIP. Its media become materials; media with bytes that are already here are not stored twice. If
 * anything fails, all files that were stored are removed again. Throws VALIDATION_FAILED, UNSUPPORTED_MEDIA and STORAGE_FULL.
 */
export async function readProject(context: ApiContext, zip: Blob, keep: KeepDocument): Promise<Canvas> {
  const entries = await readStoredZip(zip);
  const project = await readProjectFile(entries);
  const document = parseDocument(project);
  const made: Asset[] = [];
  try {
    const ids = new Map<string, string>();
    for (const [index, asset] of project.assets.entries()) {
      const kept = await keepMedium(context, entries, asset, `${projectFileName}.assets.${index}`);
      made.push(...(kept.isNew ? [kept.asset] : []));
      ids.set(asset.id, kept.asset.id);
    }
    return await keep(renameAssets(document, ids));
  } catch (thrown) {
    await dropAssets(context, made);
    throw thrown;
  } finally {
    context.bell.ring('assets');
  }
}

async function readProjectFile(entries: Entries): Promise<ProjectFile> {
  const entry = entries.get(projectFileName);
  if (!entry || entry.sizeBytes > projectBytesMax) {
    const why = entry ? `${projectFileName} in it is too large` : `it has no ${projectFileName}`;
    throw invalid([
      { path: 'file', message: `the ZIP file is not a project of Offcut: ${why}; export the project again` },
    ]);
  }
  let json: unknown;
  try {
    json = JSON.parse(await entry.blob.text());
  } catch (cause) {
    throw invalid([{ path: projectFileName, message: 'is not valid JSON; export the project again' }], cause);
  }
  return projectFile.parse(parsePart(projectFile, json, [projectFileName]));
}

const parseDocument = ({ document }: ProjectFile): TimelineDocument =>
  documentOfAnyVersion.parse(parsePart(documentOfAnyVersion, document, [projectFileName, 'document']));

/** Stores the material of one file, checks its hash, and detects its type by its content, as for any upload. */
async function keepMedium(
  context: ApiContext,
  entries: Entries,
  { path, name, bytes, sha256 }: ProjectFile['assets'][number],
  place: string,
): Promise<{ asset: Asset; isNew: boolean }> {
  const entry = entries.get(path);
  if (entry?.sizeBytes !== bytes) {
    const why = entry ? `has ${entry.sizeBytes} bytes instead of ${bytes}` : 'is missing';
    throw invalid([{ path: place, message: `the file ${path} ${why}; export the project again` }]);
  }
  let isNew = false;
  const asset = await ingest(context, readPieces(entry.blob.stream()), async (ingested) => {
    if (ingested.sha256 !== sha256) {
      const message = `the file ${path} has changed since the export of the project; export the project again`;
      throw invalid([{ path: `${place}.sha256`, message }]);
    }
    const kept = await keepMaterial(context, ingested, name);
    isNew = kept.isNew;
    return kept.asset;
  });
  return { asset, isNew };
}

/** Creates the row: that of a material with the same bytes, or a new one, which may share its file with a result. */
const keepMaterial = (
  { store, clock }: ApiContext,
  { file, ...ingested }: Ingested,
  name: string,
): Promise<{ asset: Asset; isNew: boolean }> =>
  store.transact(['assets', 'models', 'account'], async (transaction) => {
    const twins = await transaction.list('assets', { index: 'sha256', value: ingested.sha256 });
    const same = twins.find(({ kind }) => kind === 'material');
    if (same) {
      return { asset: same, isNew: false };
    }
    const asset: Asset = { ...toMaterial(ingested, name, clock.now()), file: twins[0]?.file ?? file };
    if (asset.file === file) {
      await refuseOverCap(transaction, asset.sizeBytes);
    }
    await transaction.put('assets', asset);
    return { asset, isNew: true };
  });

async function dropAssets({ store }: ApiContext, assets: readonly Asset[]): Promise<void> {
  const held = await store.bytes.held();
  const files = await store.transact([...useTables, 'assets'], (transaction) =>
    removeAssets(transaction, assets, held),
  );
  await dropMade(store, files);
}
