import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '#core/lib/failure.ts';
import { toFailureAnswer } from './answer.ts';

/** How long a client may take to read why it was refused. */
const closeAfterMs = 2000;

/**
 * Answers what Node's HTTP parser refuses (a malformed or oversized head, one that does not end) in the envelope of the API,
 * and closes the connection.
 */
export function answerParserErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // A second head in the middle of an answer would be read as a part of it.
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    socket.end(toMessage(toFailure(error)));
    setTimeout(() => socket.destroy(), closeAfterMs).unref();
  });
}

function toFailure({ code = 'unknown' }: NodeJS.ErrnoException): Failure {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure('HEADERS_TOO_LARGE');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure('REQUEST_TIMEOUT');
    default:
      return new Failure('VALIDATION_FAILED', {
        message: `This is not a valid HTTP/1.1 request (${code}).`,
      });
  }
}

/** A whole HTTP message, since there is no request that a ServerResponse could belong to. */
function toMessage(failure: Failure): string {
  const { status, headers, body } = toFailureAnswer(failure);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
