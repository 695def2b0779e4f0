/** A failure of the API. Callers branch on `errorCode`; `message` is for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly errorCode: string;
  readonly details: unknown;
  readonly isRetryable: boolean;

  constructor(parts: { errorCode: string; message: string; details?: unknown; isRetryable: boolean; cause?: unknown }) {
    super(parts.message, { cause: parts.cause });
    this.errorCode = parts.errorCode;
    this.details = parts.details;
    this.isRetryable = parts.isRetryable;
  }

  /** Converts any thrown value to an error that a page can show. */
  static from(thrown: unknown): ApiError {
    if (thrown instanceof ApiError) {
      return thrown;
    }
    return new ApiError({
      errorCode: 'UNREACHABLE',
      message: 'The API in this browser did not respond. Reload the page.',
      isRetryable: true,
      cause: thrown,
    });
  }
}

/** Returns the payload of an envelope. Throws ApiError for a failure, with LOST_ANSWER for an incomplete envelope. */
export function readEnvelope(text: string): unknown {
  const body = parseJson(text);
  if (!isRecord(body) || typeof body['success'] !== 'boolean') {
    throw new ApiError({
      errorCode: 'LOST_ANSWER',
      message:
        'The connection ended before the response was complete. Try again: a run that has started is joined, not charged twice.',
      isRetryable: true,
    });
  }
  if (body['success']) {
    return body['data'];
  }
  const { errorCode, message, details, retryable } = body;
  throw new ApiError({
    errorCode: typeof errorCode === 'string' ? errorCode : 'INTERNAL',
    message: typeof message === 'string' ? message : 'An internal error occurred. Try again.',
    details,
    isRetryable: retryable === true,
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
