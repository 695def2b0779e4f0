import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Failure } from '#core/lib/failure.ts';
import { answerFailure } from '../server/answer.ts';
import { checkOrigin } from '../server/guard.ts';
import { listen } from '../server/server.ts';

export type LocalServer = { readonly baseUrl: string; readonly close: () => Promise<void> };

type Answer = (request: IncomingMessage, response: ServerResponse, baseUrl: string) => Promise<void>;

/**
 * Serves programs of this computer on the loopback interface. An error of `answer` becomes a response in the envelope of the API.
 * Throws VALIDATION_FAILED if the port is in use.
 */
export async function serveLocally(port: number, answer: Answer): Promise<LocalServer> {
  const server = createServer({ requestTimeout: 0, requireHostHeader: false });
  const usedPort = await listen(server, port);
  const { origin } = new URL(`http://127.0.0.1:${usedPort}`);
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      checkOrigin(request.headers, usedPort);
      await answer(request, response, origin);
    } catch (error) {
      answerFailure(response, Failure.from(error));
    }
  };
  server.on('request', (request, response) => void handle(request, response));
  return {
    baseUrl: origin,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
