import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { knownModels } from '#core/model/manifest.ts';
import type { ModelEntry, ModelFile } from '#core/model/models.ts';
import { Failure } from '#core/lib/failure.ts';
import { modelsDir } from './build.ts';
import { readOptions } from './options.ts';

const usage = `npm run models [-- ID ...] [-- options]

Fetches the models with the given ids, or the recommended models, from the URLs in models/manifest.json. Checks the SHA-256
of each file. The next build includes all models in the folder.

  --list             print the known models and fetch none
  --dir DIR          output folder (default: ${modelsDir})
  --timeout SECONDS  time limit for all models together (default: 600)
`;

export type FetchOptions = {
  /** The folder for the files; created if it does not exist. */
  readonly dir: string;
  /** The time limit for all models together. */
  readonly timeoutMs: number;
  /** Receives one line for each file: fetched, up to date, or not available. */
  readonly log: (line: string) => void;
  readonly models: readonly ModelEntry[];
};

/** Runs the command `npm run models`. Throws INTERNAL if one of the requested models could not be fetched. */
export async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      dir: { type: 'string', default: modelsDir },
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
      message: 'Some of these models could not be fetched. Offcut works without them. Run the command again to retry.',
    });
  }
}

/** The models that are fetched by default. */
export const recommendedModels = knownModels.filter((model) => model.isRecommended);

/** Returns the models with these ids. Throws VALIDATION_FAILED for an unknown id. */
function chooseModels(ids: readonly string[]): readonly ModelEntry[] {
  return ids.map((id) => {
    const found = knownModels.find((model) => model.id === id);
    if (!found) {
      const known = knownModels.map((model) => model.id).join(', ');
      throw new Failure('VALIDATION_FAILED', { message: `Unknown model "${id}". Give one of: ${known}.` });
    }
    return found;
  });
}

function toLine({ id, name, licence, variants, summary }: ModelEntry): string {
  const bytes = variants.reduce((sum, one) => sum + one.bytes, 0);
  return `${id.padEnd(16)} ${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${name} (${licence}). ${summary}`;
}

/**
 * Fetches the files of `models` into `dir`. A file has a temporary name until its SHA-256 is verified, so that a broken download
 * is never used as a model. Returns true if all files are present at the end. Does not throw for a file that cannot be fetched.
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
    return { isThere: true, line: `${variant.file} is already up to date` };
  }
  try {
    await download(variant, path, signal);
    return { isThere: true, line: `${variant.file} fetched, ${(variant.bytes / 1e6).toFixed(1)} MB` };
  } catch (error) {
    const reason = signal.aborted ? `the time limit of ${timeoutMs / 1000} s is over` : toReason(error);
    return { isThere: false, line: `${variant.file} not fetched: ${reason}` };
  }
}

async function isRight(path: string, variant: ModelFile): Promise<boolean> {
  const bytes = await readFile(path).catch(() => undefined);
  return bytes?.length === variant.bytes && createHash('sha256').update(bytes).digest('hex') === variant.sha256;
}

async function download(variant: ModelFile, path: string, signal: AbortSignal): Promise<void> {
  if (variant.address === null) {
    throw new Error('it ships with the project and has no URL');
  }
  const response = await fetch(variant.address, { signal });
  if (!response.ok || !response.body) {
    throw new Error(`${new URL(variant.address).host} responded with status ${response.status}`);
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

/** Creates a generator that forwards the bytes of `variant`. It throws for too many or too few bytes, and for a wrong SHA-256. */
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
      throw new Error('the size or SHA-256 of the file differs from the manifest');
    }
  };
}

/** Returns the reason of a failed fetch from its cause, because its message is only "fetch failed". */
function toReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0) {
    throw new Failure('VALIDATION_FAILED', { message: `--timeout is "${text}". Give a positive number of seconds.` });
  }
  return seconds;
}
