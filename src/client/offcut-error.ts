import type { ErrorCode } from './types.generated.ts';

/**
 * A code of the client itself: `UNREACHABLE` without a response, `INCOMPLETE_RESPONSE` if the connection ended during the response,
 * `UPLOAD_INTERRUPTED` if it ended during an upload, `TIMEOUT` after the `timeoutMs` of a call.
 */
export type ClientErrorCode = 'UNREACHABLE' | 'INCOMPLETE_RESPONSE' | 'UPLOAD_INTERRUPTED' | 'TIMEOUT';

/** An error code. A later version of the API may return others. */
export type OffcutErrorCode = ErrorCode | ClientErrorCode | (string & {});

/** An error of the Offcut API. Branch on `code`; `message` is for users and may change. */
export class OffcutError extends Error {
  override readonly name = 'OffcutError';
  /** The error code of the API, such as `MATERIAL_NOT_FOUND`, or one of the client. */
  readonly code: OffcutErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Details of the error, such as the invalid fields. Each code has its own format. */
  readonly details: unknown;
  /** The id of the request, which the server's log also has; null without a response. */
  readonly requestId: string | null;

  constructor(parts: {
    code: OffcutErrorCode;
    message: string;
    status?: number;
    retryable?: boolean;
    details?: unknown;
    requestId?: string | null;
    cause?: unknown;
  }) {
    super(parts.message, { cause: parts.cause });
    this.code = parts.code;
    this.status = parts.status ?? 0;
    this.retryable = parts.retryable ?? false;
    this.details = parts.details;
    this.requestId = parts.requestId ?? null;
  }
}

/** Returns `data` of an envelope. Throws OffcutError for an error, and with INCOMPLETE_RESPONSE if the text is not an envelope. */
export function readEnvelope(text: string, status = 200, requestId: string | null = null): unknown {
  const body = parseJson(text);
  if (!isRecord(body) || typeof body['success'] !== 'boolean') {
    throw new OffcutError({
      code: 'INCOMPLETE_RESPONSE',
      message:
        'The connection ended before the response was complete. Try again: a run that has started is joined, not charged twice.',
      status,
      retryable: true,
      requestId,
    });
  }
  if (body['success']) {
    return body['data'];
  }
  const { errorCode, message, details, retryable } = body;
  throw new OffcutError({
    code: typeof errorCode === 'string' ? errorCode : 'INTERNAL',
    message: typeof message === 'string' ? message : 'An internal error occurred. Try again.',
    status,
    details,
    retryable: retryable === true,
    requestId,
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
