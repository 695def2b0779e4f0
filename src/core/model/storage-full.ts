import { Failure } from '../lib/failure.ts';
import { formatBytes } from '../lib/format-bytes.ts';

/** Returns STORAGE_FULL, which says what needs how much; `freeBytes` is null if it is known only from a failed write. */
export function storageFull(what: string, neededBytes: number, freeBytes: number | null, cause?: unknown): Failure {
  const free = freeBytes === null ? '' : ` and ${formatBytes(freeBytes)} are free`;
  return new Failure('STORAGE_FULL', {
    message: `${what} needs at least ${formatBytes(neededBytes)} of storage${free}; delete materials or results and try again.`,
    details: { neededBytes, ...(freeBytes === null ? {} : { freeBytes }) },
    cause,
  });
}
