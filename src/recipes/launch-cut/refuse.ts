import { Failure } from '#core/lib/failure.ts';

/** Throws VALIDATION_FAILED for the field at `path`. */
export function refuse(path: string, message: string): never {
  throw new Failure('VALIDATION_FAILED', { message, details: [{ path, message }] });
}
