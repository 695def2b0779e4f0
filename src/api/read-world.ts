import { Failure } from '#core/lib/failure.ts';
import { listStateFiles, type State } from '#core/model/state.ts';
import { createId } from '#store/ids.ts';
import type { Store } from '#store/store.ts';
import { Sha256 } from './sha256/sha256.ts';
import { collect, toStorageFailure } from './ingest.ts';
import { invalid, parsePart, readPieces } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { readStoredZip, type ZipEntry } from './read-zip.ts';
import { parseState, restoreState } from './stored-state.ts';
import { toWorldPath, worldFile, worldFileName, type WorldFile } from './world-file.ts';

/** The maximum size of `world.json`, whose rows are in memory at once. */
const worldBytesMax = 256 * 1024 * 1024;

type World = {
  readonly state: State;
  readonly files: WorldFile['files'];
  readonly entries: ReadonlyMap<string, ZipEntry>;
};

/**
 * Replaces the state by that of a world. The ZIP is stored first, because its list of files is at its end; then each file is copied
 * and its hash is checked; then all rows are replaced at once. If anything fails, nothing changes. The files get new names, so that
 * no name of the ZIP reaches the disk. Throws VALIDATION_FAILED and STORAGE_FULL.
 */
export async function readWorld(context: ApiContext, source: AsyncIterable<Uint8Array>): Promise<State> {
  const { bytes } = context.store;
  // This lock protects all files whose names begin with this one.
  const zip = createId('world');
  return bytes.hold(zip, async () => {
    const written = [zip];
    let isRestored = false;
    try {
      await storeBytes(bytes, zip, source);
      const world = await parseWorld(await bytes.read(zip));
      const names = await copyFiles(bytes, world, written);
      const state = renameFiles(world.state, names);
      await restoreState(context, state);
      isRestored = true;
      return state;
    } finally {
      await Promise.all((isRestored ? [zip] : written).map((file) => bytes.remove(file)));
    }
  });
}

/** Writes a file. Returns its SHA-256. Throws STORAGE_FULL. */
async function storeBytes(bytes: Store['bytes'], file: string, source: AsyncIterable<Uint8Array>): Promise<string> {
  const sink = await bytes.create(file);
  const hash = new Sha256();
  let sizeBytes = 0;
  try {
    for await (const piece of collect(source)) {
      hash.update(piece);
      sizeBytes += piece.byteLength;
      await sink.write(piece);
    }
    await sink.close();
  } catch (thrown) {
    // The first error is the cause. After a failed write, the abort may fail too.
    await sink.abort(thrown).catch(() => undefined);
    throw toStorageFailure(thrown, sizeBytes);
  }
  return hash.digest();
}

const misfit = (path: string, message: string, cause?: unknown): Failure => invalid([{ path, message }], cause);

/** Reads and checks everything except the bytes of the files. */
async function parseWorld(zip: Blob): Promise<World> {
  const entries = await readStoredZip(zip);
  const entry = entries.get(worldFileName);
  if (!entry || entry.sizeBytes > worldBytesMax) {
    const why = entry ? `${worldFileName} in it is too large` : `it has no ${worldFileName}`;
    throw misfit('file', `the ZIP file is not a world of Offcut: ${why}; export the world again`);
  }
  let json: unknown;
  try {
    json = JSON.parse(await entry.blob.text());
  } catch (cause) {
    throw misfit(worldFileName, 'is not valid JSON; export the world again', cause);
  }
  const { files } = worldFile.parse(parsePart(worldFile, json, [worldFileName]));
  const world = { state: parseState(json, [worldFileName]), files, entries };
  requireFiles(world);
  return world;
}

/** Throws VALIDATION_FAILED if a file of a row is missing in the list or in the ZIP, or has another size or hash there. */
function requireFiles({ state, files, entries }: World): void {
  const listed = new Map(files.map((file) => [file.name, file]));
  const missing = listStateFiles(state).find((name) => !listed.has(name));
  if (missing !== undefined) {
    throw misfit(`${worldFileName}.files`, `the file ${missing} of a row is not in the list; export the world again`);
  }
  for (const [index, { sha256, sizeBytes }] of files.entries()) {
    const entry = entries.get(toWorldPath(sha256));
    if (entry?.sizeBytes !== sizeBytes) {
      const why = entry ? `has ${entry.sizeBytes} bytes instead of ${sizeBytes}` : 'is missing';
      throw misfit(`${worldFileName}.files.${index}`, `the file ${toWorldPath(sha256)} ${why}; export the world again`);
    }
  }
  for (const [index, { file, sizeBytes, sha256 }] of state.assets.entries()) {
    const stored = listed.get(file);
    if (stored?.sizeBytes !== sizeBytes || (sha256 !== null && stored.sha256 !== sha256)) {
      throw misfit(
        `${worldFileName}.tables.assets.${index}`,
        'its size or hash is not that of its file; export the world again',
      );
    }
  }
}

/** Copies the files of the rows, each once, and appends their names to `written`. Returns the new names by the old ones. */
async function copyFiles(
  bytes: Store['bytes'],
  { state, files, entries }: World,
  written: string[],
): Promise<ReadonlyMap<string, string>> {
  const needed = new Set(listStateFiles(state));
  const bySha256 = new Map<string, string>();
  const names = new Map<string, string>();
  for (const [index, { name, sha256 }] of files.entries()) {
    const entry = entries.get(toWorldPath(sha256));
    if (!needed.has(name) || !entry) {
      continue;
    }
    const known = bySha256.get(sha256);
    const file = known ?? `${written[0]}.${index}${/\.[a-z0-9]{1,8}$/.exec(name)?.[0] ?? ''}`;
    if (known === undefined) {
      bySha256.set(sha256, file);
      written.push(file);
      if ((await storeBytes(bytes, file, readPieces(entry.blob.stream()))) !== sha256) {
        const message = `the bytes of ${entry.name} do not have this SHA-256; export the world again`;
        throw misfit(`${worldFileName}.files.${index}.sha256`, message);
      }
    }
    names.set(name, file);
  }
  return names;
}

function renameFiles(state: State, names: ReadonlyMap<string, string>): State {
  const rename = <T extends { readonly file: string }>(row: T): T => ({
    ...row,
    file: names.get(row.file) ?? row.file,
  });
  return {
    ...state,
    assets: state.assets.map(rename),
    models: state.models.map((model) => ({
      ...model,
      files: model.files.map((file) => ({ ...file, pieces: file.pieces.map(rename) })),
    })),
    checkpoints: state.checkpoints.map((checkpoint) => ({
      ...checkpoint,
      steps: checkpoint.steps.map((step) => ({ ...step, files: step.files.map(rename) })),
    })),
  };
}
