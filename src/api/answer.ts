import { Failure, failures, type FailureBody } from '#core/lib/failure.ts';
import { serverInfo } from '#core/protocol/mcp.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { dataHeaders } from '#core/protocol/security-headers.ts';
import { createId } from '#store/ids.ts';
import { getNotes } from './call-notes.ts';

/** The envelope of every response. */
type Envelope = { readonly success: true; readonly data: unknown } | FailureBody;

/** A payload with its own status and headers. */
export class Answer {
  readonly data: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(data: unknown, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> }) {
    this.data = data;
    this.status = status;
    this.headers = headers;
  }
}

/** The outcome of a call, before it is converted to a response. */
export type Settled = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: Envelope;
};

/** Wraps the result of a handler in the envelope. */
export function succeed(result: unknown): Settled {
  const { data, status, headers } = result instanceof Answer ? result : new Answer(result, {});
  return { status, headers, envelope: { success: true, data } };
}

/**
 * Wraps a thrown value in the envelope. Errors other than Failure are defects: they are logged here once and hidden from the
 * caller.
 */
export function fail(thrown: unknown): Settled {
  const failure = Failure.from(thrown);
  if (failure.code === 'INTERNAL' && !(thrown instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in the API
    console.error(thrown);
  }
  const { code, message, details } = failure;
  const { status, isRetryable } = failures[code];
  return {
    status,
    headers: toFailureHeaders(failure),
    envelope: {
      success: false,
      errorCode: code,
      message,
      retryable: isRetryable,
      ...(details === undefined ? {} : { details }),
    },
  };
}

/** Returns the headers that HTTP requires with some statuses. `details` has the same values for callers that read only the body. */
function toFailureHeaders({ code, details, faultId }: Failure): Record<string, string> {
  const more: object = typeof details === 'object' && details !== null ? details : {};
  const headers: Record<string, string> = faultId === undefined ? {} : { [faultHeader]: faultId };
  if (code === 'UNAUTHORIZED') {
    headers['WWW-Authenticate'] = 'Bearer realm="api"';
  }
  if ('retryAfterSeconds' in more) {
    headers['Retry-After'] = String(more.retryAfterSeconds);
  }
  if ('allow' in more && Array.isArray(more.allow)) {
    headers['Allow'] = more.allow.join(', ');
  }
  return headers;
}

/** Returns the response of a call: the envelope, or problem details for a failure if the caller accepts them. */
export function toResponse(settled: Settled, request: Request): Response {
  const { status, headers, envelope } = settled;
  if (status === 304) {
    return new Response(null, { status, headers });
  }
  const isProblem = !envelope.success && (request.headers.get('Accept') ?? '').includes('application/problem+json');
  const text = JSON.stringify(isProblem ? toProblem(envelope, status) : envelope);
  getNotes(request).responseText = text;
  const body = new TextEncoder().encode(text);
  return new Response(body, {
    status,
    headers: {
      ...headers,
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      'Content-Length': String(body.length),
    },
  });
}

/** Returns problem details (RFC 9457) with the fields of the envelope as extension members. */
function toProblem(envelope: FailureBody, status: number): object {
  const { message, ...rest } = envelope;
  return { type: 'about:blank', title: envelope.errorCode, status, detail: message, ...rest };
}

/** Adds the headers of every response. */
export function finish(response: Response, request: Request): Response {
  const { headers } = response;
  headers.set('X-Request-Id', toRequestId(request));
  headers.set('X-Offcut-Version', serverInfo.version);
  Object.entries(dataHeaders).forEach(([name, value]) => headers.set(name, value));
  if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', 'no-store');
  }
  return response;
}

/**
 * Returns the id of a request: the caller's own if it is well formed, so that both logs contain the same id; otherwise a new one.
 */
function toRequestId(request: Request): string {
  const given = request.headers.get('X-Request-Id');
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : createId('req');
}
