import { Failure, type FailureCode } from '#core/lib/failure.ts';
import type { ModelEntry } from '#core/model/models.ts';

/** Converts an error of onnxruntime, which can be a string or a number, to a Failure that names the model. */
export async function guard<T>(code: FailureCode, model: Pick<ModelEntry, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Failure) {
      throw cause;
    }
    const message = `The model "${model.name}" cannot be run: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new Failure(code, { message, cause });
  }
}
