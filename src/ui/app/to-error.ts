import { OffcutError } from '#client/offcut-error.ts';

/** Converts any thrown value to an error that a page can show. */
export function toError(thrown: unknown): OffcutError {
  if (thrown instanceof OffcutError) {
    return thrown;
  }
  const message = 'The API in this browser did not respond. Reload the page.';
  return new OffcutError({ code: 'UNREACHABLE', message, retryable: true, cause: thrown });
}
