import { Failure, type FailureCode } from '#core/lib/failure.ts';
import type { ModelEntry, ModelFile, RunnableModel } from '#core/model/models.ts';

/** The sources of model files. Both throw when the file is missing. */
export type ModelFiles = {
  /** Reads a file that this browser stores in pieces of these names. */
  readonly readKept: (pieces: readonly string[]) => Promise<Uint8Array<ArrayBuffer>>;
  /** Reads a file of the deployment's `models/` folder; `isFresh` bypasses every cache. */
  readonly fetchDeployed: (file: string, options: { isFresh: boolean }) => Promise<Uint8Array<ArrayBuffer>>;
};

/**
 * Reads the file of `variant` and checks it against the model's entry. Throws MODEL_UNREACHABLE when the file cannot be
 * read and MODEL_UNUSABLE when it is another one. The message names the model.
 */
export async function loadModelFile(
  model: RunnableModel<ModelEntry>,
  variant: ModelFile,
  files: ModelFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = model.pieces[variant.sha256];
  const toFailure = (code: FailureCode, what: string, cause?: unknown): Failure =>
    new Failure(code, {
      message: `The file ${variant.file} of the model "${model.entry.name}" ${what}. ${toRemedy(model, variant)}`,
      details: { modelId: model.entry.id, file: variant.file },
      cause,
    });
  const read = async (isFresh: boolean): Promise<Uint8Array<ArrayBuffer>> => {
    const reading = pieces ? files.readKept(pieces) : files.fetchDeployed(variant.file, { isFresh });
    const bytes = await reading.catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw toFailure('MODEL_UNREACHABLE', `could not be loaded (${reason})`, cause);
    });
    const fault = await findFault(bytes, variant);
    if (fault === null) {
      return bytes;
    }
    if (pieces || isFresh) {
      throw toFailure('MODEL_UNUSABLE', fault);
    }
    // A cache can still contain a broken file that the site has replaced.
    return read(true);
  };
  return read(false);
}

/** Returns the difference between the bytes and the entry, which completes "the file"; null if they match. */
async function findFault(bytes: Uint8Array<ArrayBuffer>, variant: ModelFile): Promise<string | null> {
  if (bytes.byteLength !== variant.bytes) {
    return `has ${bytes.byteLength} bytes, not ${variant.bytes}`;
  }
  const isRight = (await toSha256(bytes)) === variant.sha256;
  return isRight ? null : 'has been altered: its sha256 is not the one of its entry';
}

/** The advice for users. */
const toRemedy = ({ pieces }: RunnableModel<ModelEntry>, { sha256 }: ModelFile): string =>
  pieces[sha256]
    ? 'Remove the model under Storage and models, and install it again.'
    : 'Put the right file into the models folder of this site, or choose another model.';

/** Reads from the folder at `base`, a URL that ends in a slash. */
export const fetchFrom =
  (base: URL): ModelFiles['fetchDeployed'] =>
  async (file, { isFresh }) => {
    const response = await fetch(new URL(file, base), isFresh ? { cache: 'reload' } : {});
    if (!response.ok) {
      throw new Error(`the server answered ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };

async function toSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
