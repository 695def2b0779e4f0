import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { failures, type Failure } from '#core/failure.ts';

/** What the server itself has to say, in the envelope of the API. Does nothing when an answer is under way. */
export function answerFailure(response: ServerResponse, failure: Failure, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) {
    return;
  }
  const { status, isRetryable } = failures[failure.code];
  const body = JSON.stringify({
    success: false,
    errorCode: failure.code,
    message: failure.message,
    retryable: isRetryable,
  });
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
  });
  response.end(body);
}
