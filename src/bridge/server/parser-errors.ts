import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Failure } from '#core/lib/failure.ts';
import { toFailureAnswer } from './answer.ts';

/** The time limit for a client to read the refusal before the connection is destroyed. */
const closeAfterMs = 2000;

/**
 * Responds to requests that Node's HTTP parser refuses (a malformed, oversized or unfinished head) with the envelope of the API,
 * and closes the connection.
 */
export function answerParserErrors(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // The client would read a second head in the middle of a response as part of its body.
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

/** Creates a whole HTTP message, because a ServerResponse needs a request. */
function toMessage(failure: Failure): string {
  const { status, headers, body } = toFailureAnswer(failure);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
