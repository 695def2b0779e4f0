import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toCanonicalJson } from '#api/hash.ts';
import {
  damaged,
  isSame,
  listFiles,
  parseCassette,
  parseRecordedRun,
  type Cassette,
  type RecordedRun,
} from './cassette.ts';

const filesFolder = 'files';

/**
 * Reads the cassette of a folder. The files are checked, and opened when a run needs them. Throws VALIDATION_FAILED, which names the
 * file, for a folder that does not exist, for invalid JSON, and for files that are missing or have other bytes.
 */
export async function readCassette(folder: string): Promise<Cassette> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw damaged(folder, 'the folder cannot be read', cause);
  });
  const runs: Record<string, unknown> = {};
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    runs[name] = await readJson(folder, name);
  }
  const files: Record<string, Blob> = {};
  for (const name of names.includes(filesFolder) ? await readdir(join(folder, filesFolder)) : []) {
    files[name] = await openAsBlob(join(folder, filesFolder, name));
  }
  return parseCassette({ runs, files });
}

/**
 * Writes a run to the cassette of a folder. A run with the same recipe, input and plan is extended with the new proposals and
 * results, or replaced if its first proposal has changed. Returns the name of the file.
 */
export async function writeRecordedRun(folder: string, run: RecordedRun): Promise<string> {
  const name = toRunFileName(run);
  const before = await findRun(folder, name);
  const merged = before ? mergeRuns(before, run) : run;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `${JSON.stringify(merged, null, 2)}\n`);
  await removeUnused(folder, before ? listFiles(before).map(({ file }) => file) : []);
  return name;
}

/** Writes the body of a response to the cassette of a folder. Returns the name of the file: the SHA-256 with the extension. */
export async function storeFile(folder: string, response: Response, extension: string): Promise<string> {
  await mkdir(join(folder, filesFolder), { recursive: true });
  const temporary = join(folder, filesFolder, `${crypto.randomUUID()}.part`);
  try {
    const file = `${await hashBody(response, temporary)}.${extension}`;
    await rename(temporary, join(folder, filesFolder, file));
    return file;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns the SHA-256 of the body of a response, and copies it to a file if one is given. */
export async function hashBody(response: Response, copy?: string): Promise<string> {
  const hash = createHash('sha256');
  const source = Readable.fromWeb(response.body ?? new ReadableStream<never>({ start: (stream) => stream.close() }));
  const counted = new PassThrough().on('data', (piece: Buffer) => hash.update(piece));
  await (copy === undefined ? pipeline(source, counted) : pipeline(source, counted, createWriteStream(copy)));
  return hash.digest('hex');
}

/** Names the file of a run by its recipe and the hash of its key. */
function toRunFileName({ recipeId, input, isWatermarked }: RecordedRun): string {
  const hash = createHash('sha256').update(toCanonicalJson([recipeId, input, isWatermarked]));
  return `${recipeId}-${hash.digest('hex').slice(0, 12)}.json`;
}

async function findRun(folder: string, name: string): Promise<RecordedRun | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.includes(name) ? parseRecordedRun(name, await readJson(folder, name)) : undefined;
}

async function readJson(folder: string, name: string): Promise<unknown> {
  const text = await readFile(join(folder, name), 'utf8');
  try {
    const run: unknown = JSON.parse(text);
    return run;
  } catch (cause) {
    throw damaged(name, 'it is not JSON', cause);
  }
}

/** Results of an earlier first proposal can not be reached any more. */
function mergeRuns(before: RecordedRun, run: RecordedRun): RecordedRun {
  const first = toFirst(run);
  return first === undefined || isSame(toFirst(before), first)
    ? {
        ...run,
        proposals: replaceSame(before.proposals, run.proposals, (one) => one.before),
        results: replaceSame(before.results, run.results, (one) => one.approved),
      }
    : run;
}

function toFirst({ proposals }: RecordedRun): unknown {
  const first = proposals.find((one) => one.before === null);
  return first && ('error' in first ? first.error : first.proposal);
}

const replaceSame = <T>(before: readonly T[], added: readonly T[], getKey: (one: T) => unknown): T[] => [
  ...before.filter((one) => !added.some((other) => isSame(getKey(one), getKey(other)))),
  ...added,
];

/** Removes those of the files that no run names any more. */
async function removeUnused(folder: string, files: readonly string[]): Promise<void> {
  if (files.length === 0) {
    return;
  }
  const used = new Set<string>();
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.json'))) {
    const run = await findRun(folder, name);
    for (const { file } of run ? listFiles(run) : []) {
      used.add(file);
    }
  }
  await Promise.all(
    files.filter((file) => !used.has(file)).map((file) => rm(join(folder, filesFolder, file), { force: true })),
  );
}
