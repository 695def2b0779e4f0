import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { failures, type Failure } from '#core/lib/failure.ts';
import { serverInfo } from '#core/protocol/mcp.ts';

/** Creates status, headers and body of a failure of the local server itself, in the envelope of the API. */
export function toFailureAnswer(failure: Failure): { status: number; headers: Record<string, string>; body: string } {
  const { status, isRetryable } = failures[failure.code];
  const body = JSON.stringify({
    success: false,
    errorCode: failure.code,
    message: failure.message,
    retryable: isRetryable,
  });
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    'X-Offcut-Version': serverInfo.version,
  };
  return { status, headers, body };
}

/** Responds with a failure. Does nothing if the response has started or the client disconnected. */
export function answerFailure(response: ServerResponse, failure: Failure, headers: Record<string, string> = {}): void {
  if (response.headersSent || response.destroyed) {
    return;
  }
  const answer = toFailureAnswer(failure);
  response.writeHead(answer.status, { ...headers, ...answer.headers });
  response.end(answer.body);
}
