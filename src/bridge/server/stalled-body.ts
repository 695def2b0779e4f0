import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '#core/lib/failure.ts';
import { answerFailure } from './answer.ts';

/** The number of checks per limit, which sets the precision of the limit. */
const looks = 8;

/**
 * Ends a request whose body sends nothing for `limitMs`: with REQUEST_TIMEOUT if no response has started, else by closing the
 * connection. A slow body that progresses has no time limit, and neither has a slow reader of the body.
 */
export function limitStalledBody(request: IncomingMessage, response: ServerResponse, limitMs: number): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    return;
  }
  let silentLooks = 0;
  let lastBytes = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) {
      clearInterval(timer);
      return;
    }
    // With a full buffer, this server is the side that does not read.
    const hasRoom = request.readableLength < request.readableHighWaterMark;
    silentLooks = hasRoom && socket.bytesRead === lastBytes ? silentLooks + 1 : 0;
    lastBytes = socket.bytesRead;
    if (silentLooks >= looks) {
      clearInterval(timer);
      end(request, response);
    }
  }, limitMs / looks).unref();
}

/** Ends the request. The end of the response notifies the page that handles it. */
function end(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) {
    request.destroy();
  } else {
    answerFailure(response, new Failure('REQUEST_TIMEOUT'), { Connection: 'close' });
  }
}
