import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { toFailureAnswer } from '#bridge/server/answer.ts';
import { Failure } from '#core/lib/failure.ts';
import { readState } from '#store/state.ts';
import { answerWith } from './node-handler.ts';
import { Emulator } from './emulator.ts';
import type { Outcome, OutcomeOptions } from './outcomes.ts';

export { readCassette } from './cassette/cassette-folder.ts';
export { recordRun } from './cassette/record-run.ts';
export type { Outcome } from './outcomes.ts';

export type StartOptions = OutcomeOptions & {
  /** Makes ids and keys reproducible. */
  readonly seed?: number;
  /** The port on 127.0.0.1. The default is any free port. */
  readonly port?: number;
};

/** An emulator that listens on 127.0.0.1. */
export type RunningEmulator = {
  /** The root URL without a slash at its end. */
  readonly baseUrl: string;
  /** An API key with all scopes. */
  readonly apiKey: string;
  /** Declares the outcomes of runs, by recipe id. */
  readonly declare: (runs: Readonly<Record<string, Outcome>>) => void;
  /** Declares the outcome of the next run only. */
  readonly declareNext: (outcome: Outcome) => void;
  /** Moves the clock forward: runs proceed, and tickets, reviews and limits expire. */
  readonly advance: (seconds: number) => Promise<void>;
  /** Stores the state of all rows and files under a name. */
  readonly snapshot: (name: string) => Promise<void>;
  /** Replaces the state by a snapshot. Throws NOT_FOUND. */
  readonly restore: (name: string) => Promise<void>;
  /** Returns to the state after the start: everything except `apiKey` is deleted, and all changes of the lab are undone. */
  readonly reset: () => Promise<void>;
  /** Stops the engine as when the last tab of the workspace is closed. `startEngine` starts another. */
  readonly stopEngine: () => void;
  readonly startEngine: () => void;
  readonly close: () => Promise<void>;
};

/** Starts the emulator as a server for the tests of a program. Throws VALIDATION_FAILED if the port is in use. */
export async function startEmulator({ port = 0, ...options }: StartOptions = {}): Promise<RunningEmulator> {
  const server = createServer();
  await listen(server, port);
  const baseUrl = `http://127.0.0.1:${getPort(server)}`;
  const emulator = new Emulator({ ...options, baseUrl });
  const handle = (request: Request): Promise<Response> => answerLocal(emulator, request);
  server.on('request', (request, response) => void answerWith(handle, baseUrl, request, response));
  const apiKey = await emulator.createKey();
  const initial = await readState(emulator.store);
  return {
    baseUrl,
    apiKey,
    snapshot: (name) => emulator.snapshot(name),
    restore: (name) => emulator.restore(name),
    reset: () => emulator.reset(initial),
    declare: (declared) => emulator.declare(declared),
    declareNext: (outcome) => emulator.declareNext(outcome),
    advance: (seconds) => emulator.advance(seconds),
    stopEngine: () => emulator.stop(),
    startEngine: () => emulator.start(),
    close: async () => {
      emulator.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Answers a request, unless a page of another site sent it or rebound its name to this machine. */
async function answerLocal(emulator: Emulator, request: Request): Promise<Response> {
  const { host } = new URL(emulator.baseUrl);
  const origin = request.headers.get('Origin');
  const isOurs = request.headers.get('Host') === host && (origin === null || origin === `http://${host}`);
  if (!isOurs) {
    const failure = new Failure('FORBIDDEN', { message: 'Only programs on this machine may call the emulator.' });
    const { status, headers, body } = toFailureAnswer(failure);
    return new Response(body, { status, headers });
  }
  return emulator.handle(request);
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  const [error] = await Promise.race([once(server, 'listening').then(() => []), once(server, 'error')]).catch(
    (thrown: unknown) => [thrown],
  );
  if (error !== undefined) {
    throw new Failure('VALIDATION_FAILED', {
      message: `The port ${port} is in use. Give another one, or none for any free port.`,
      cause: error,
    });
  }
}

function getPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
