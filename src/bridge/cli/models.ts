import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { knownModels } from '#core/model/manifest.ts';
import type { ModelEntry, ModelFile } from '#core/model/models.ts';
import { Failure } from '#core/lib/failure.ts';
import { projectDir } from './build.ts';
import { readOptions } from './options.ts';

const usage = `npm run models [-- ID ...] [-- options]

Fetches models into the models folder, from the addresses in models/manifest.json and checked by their SHA-256: those of
the ids given, or the recommended ones. The next build takes along what is there.

  --list             the models that there are, and no more
  --dir DIR          where the models go (default: models/ of the project)
  --timeout SECONDS  give up after this long (default 600)
`;

export type FetchOptions = {
  /** The folder for the files; created if it does not exist. */
  readonly dir: string;
  /** The time limit for all models together. */
  readonly timeoutMs: number;
  /** Gets one line for each file: fetched, already there, or not available. */
  readonly log: (line: string) => void;
  readonly models: readonly ModelEntry[];
};

/** The command `npm run models`. Throws INTERNAL unless every model that was asked for is there at the end. */
export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      dir: { type: 'string', default: join(projectDir, 'models') },
      timeout: { type: 'string', default: '600' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const named = chooseModels(positionals);
  if (values.list) {
    process.stdout.write(`${(named.length > 0 ? named : knownModels).map(toLine).join('\n')}\n`);
    return;
  }
  const isComplete = await fetchModels({
    models: named.length > 0 ? named : recommendedModels,
    dir: resolve(values.dir),
    timeoutMs: readSeconds(values.timeout) * 1000,
    log: (line) => void process.stdout.write(`${line}\n`),
  });
  if (!isComplete) {
    throw new Failure('INTERNAL', {
      message: 'Not all of these models are there. Offcut works with those that are.',
    });
  }
}

/** The models that most people want. */
export const recommendedModels = knownModels.filter((model) => model.isRecommended);

/** The models with these ids. Throws VALIDATION_FAILED for an unknown id. */
function chooseModels(ids: readonly string[]): readonly ModelEntry[] {
  return ids.map((id) => {
    const found = knownModels.find((model) => model.id === id);
    if (!found) {
      const known = knownModels.map((model) => model.id).join(', ');
      throw new Failure('VALIDATION_FAILED', { message: `No model has the id "${id}"; there are: ${known}.` });
    }
    return found;
  });
}

function toLine({ id, name, licence, variants, summary }: ModelEntry): string {
  const bytes = variants.reduce((sum, one) => sum + one.bytes, 0);
  return `${id.padEnd(16)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${name} (${licence}). ${summary}`;
}

/**
 * Puts the files of `models` into `dir`: each under a temporary name until its sha256 is found right, so that a broken
 * download is never taken for a model. True when all are there; never throws for one that cannot be had.
 */
export async function fetchModels({ dir, timeoutMs, log, models }: FetchOptions): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  await mkdir(dir, { recursive: true });
  const results = await Promise.all(
    models.flatMap((model) =>
      model.variants.map(async (variant) => {
        const { isThere, line } = await provide(variant, dir, signal, timeoutMs);
        log(`${model.name} (${model.licence}): ${line}`);
        return isThere;
      }),
    ),
  );
  return results.every(Boolean);
}

async function provide(
  variant: ModelFile,
  dir: string,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ isThere: boolean; line: string }> {
  const path = join(dir, variant.file);
  if (await isRight(path, variant)) {
    return { isThere: true, line: `${variant.file} is already there` };
  }
  try {
    await download(variant, path, signal);
    return { isThere: true, line: `${variant.file} fetched, ${(variant.bytes / 1e6).toFixed(1)} MB` };
  } catch (error) {
    const reason = signal.aborted ? `took longer than ${timeoutMs / 1000} s` : toReason(error);
    return { isThere: false, line: `${variant.file} not fetched: ${reason}` };
  }
}

async function isRight(path: string, variant: ModelFile): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes?.length === variant.bytes && createHash('sha256').update(bytes).digest('hex') === variant.sha256;
}

async function download(variant: ModelFile, path: string, signal: AbortSignal): Promise<void> {
  if (variant.address === null) {
    throw new Error('it ships with the project and has no address');
  }
  const response = await fetch(variant.address, { signal });
  if (!response.ok || !response.body) {
    throw new Error(`${new URL(variant.address).host} answered ${response.status}`);
  }
  // The name must not end in `.onnx`: a build includes every such file.
  const partial = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body), checking(variant), createWriteStream(partial));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Passes the bytes of `variant` on. Throws at the first byte too many, and at the end for a wrong SHA-256. */
function checking(variant: ModelFile): (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> {
  return async function* check(source) {
    const hash = createHash('sha256');
    let received = 0;
    for await (const piece of source) {
      received += piece.length;
      if (received > variant.bytes) {
        break;
      }
      hash.update(piece);
      yield piece;
    }
    if (received !== variant.bytes || hash.digest('hex') !== variant.sha256) {
      throw new Error('what came is another file than the manifest says (size or sha256)');
    }
  };
}

/** The reason of a failed fetch: its message is only "fetch failed", and the reason is in its cause. */
function toReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0) {
    throw new Failure('VALIDATION_FAILED', { message: `"${text}" is no number of seconds.` });
  }
  return seconds;
}
