import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';

/** Runs work on one of several files. If the file causes the failure, adds its name to the message. Throws what `work` throws. */
export async function withFileName<T>({ name }: Pick<Asset, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'UNSUPPORTED_MEDIA') {
      throw new Failure(thrown.code, { message: `"${name}": ${thrown.message}`, cause: thrown });
    }
    throw thrown;
  }
}
