import { Failure } from '#core/failure.ts';
import type { ModelEntry, ModelVariant } from '#core/models.ts';

/** Gives the bytes of a file of the deployment's `models/` folder. */
export type LoadFile = (file: string) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * The bytes of `variant`, which are those that the manifest promises. Throws INTERNAL with a sentence that names the
 * model when the file cannot be had or is another one.
 */
export async function loadModelFile(
  model: ModelEntry,
  variant: ModelVariant,
  loadFile: LoadFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await loadFile(variant.file).catch((cause: unknown) => {
    throw failure(
      model,
      variant,
      `could not be loaded (${cause instanceof Error ? cause.message : String(cause)})`,
      cause,
    );
  });
  if (bytes.byteLength !== variant.bytes) {
    throw failure(model, variant, `has ${bytes.byteLength} bytes, not ${variant.bytes}`);
  }
  if ((await toSha256(bytes)) !== variant.sha256) {
    throw failure(model, variant, 'has been altered: its sha256 is not the one of the manifest');
  }
  return bytes;
}

/** Reads from the folder at `base`, an address that ends in a slash. */
export function fetchFrom(base: URL): LoadFile {
  return async (file) => {
    const response = await fetch(new URL(file, base));
    if (!response.ok) {
      throw new Error(`the server answered ${response.status}`);
    }
    return new Uint8Array(await response.arrayBuffer());
  };
}

async function toSha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function failure(model: ModelEntry, variant: ModelVariant, what: string, cause?: unknown): Failure {
  return new Failure('INTERNAL', {
    message: `The file ${variant.file} of the model "${model.name}" ${what}.`,
    details: { modelId: model.id, file: variant.file },
    cause,
  });
}
