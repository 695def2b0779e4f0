import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure, failures, type FailureCode } from '#core/lib/failure.ts';
import { buildIfStale, distDir, modelsDir } from '../cli/build.ts';
import { HeadlessHost } from '../cli/headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { readOptions, readPort } from '../cli/options.ts';
import { runHosted } from '../cli/run-hosted.ts';
import { startServer } from '../server/server.ts';
import { onStop } from '../cli/stop.ts';
import { createRelayServer, type RelayTarget } from './relay-server.ts';

const defaultUrl = 'http://127.0.0.1:8787';

/** The name of the API key that the relay creates for itself. */
const keyName = 'npm run mcp';

const usage = `node src/bridge/bootstrap.mjs mcp [options]

Serves MCP on standard input and output, for programs that start their MCP servers themselves. With a key, connects to a
running server. Without a key, starts its own server with a headless browser.

  --url URL      with a key: the running server (default: ${defaultUrl})
  --key KEY      an API key of that server (or the variable OFFCUT_API_KEY, which other programs cannot read)
  --port N       without a key: the port of the new server (default: any free port)
  --profile DIR  without a key: keep the browser's data in DIR (default: a new profile, removed at the end)
  --gpu          without a key: let the browser use the GPU
  --no-install   without a key: do not install a browser if none is found (also: OFFCUT_NO_INSTALL=1)
  --models DIR   without a key: also use the model weights in DIR (can be repeated)
`;

/** Relays MCP between standard input and output and a server, until the input ends or a signal arrives. */
export async function runMcp(args: readonly string[]): Promise<void> {
  const { values } = readOptions({
    args: [...args],
    options: {
      url: { type: 'string', default: defaultUrl },
      key: { type: 'string' },
      port: { type: 'string', default: '0' },
      profile: { type: 'string' },
      gpu: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
      models: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const apiKey = values.key ?? process.env['OFFCUT_API_KEY'];
  if (apiKey === undefined) {
    const { port, profile, gpu, models } = values;
    const start = { port: readPort(port), profile, hasGpu: gpu, models, mayInstall: mayInstall(values['no-install']) };
    await relayToOwn(start);
  } else {
    const target = { baseUrl: values.url.replace(/\/$/, ''), apiKey };
    await checkTarget(target);
    await relay(Promise.resolve(target));
  }
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Checks the URL and the key before a client connects. Throws the Failure of the server, or ENGINE_UNAVAILABLE without one. */
async function checkTarget(target: RelayTarget): Promise<void> {
  const offcut = new Offcut({ ...target, maxRetries: 0 });
  await offcut.call('getMe', { timeoutMs: 60_000 }).catch((error: unknown) => {
    if (error instanceof OffcutError && isCode(error.code)) {
      throw new Failure(error.code, { message: error.message, details: error.details });
    }
    throw new Failure('ENGINE_UNAVAILABLE', {
      message: `No server responds at ${target.baseUrl}. Start one with "npm start", or omit the key to let this command start one.`,
      cause: error,
    });
  });
}

const isCode = (code: string): code is FailureCode => Object.hasOwn(failures, code);

type OwnServer = {
  readonly port: number;
  readonly profile: string | undefined;
  readonly hasGpu: boolean;
  readonly models: readonly string[];
  readonly mayInstall: boolean;
};

/** Starts a server and a headless browser, and relays to them. The client can initialize while they start. */
async function relayToOwn({ port, profile, hasGpu, models, mayInstall: isAllowed }: OwnServer): Promise<void> {
  const { promise: target, resolve: begin } = createDeferred<RelayTarget>();
  const relaying = relay(target);
  const prepared = provideChromium({ isAllowed, log }).then(() => buildIfStale(log));
  if ((await Promise.race([prepared, relaying.then(() => 'disconnected')])) === 'disconnected') {
    return;
  }
  const modelsDirs = [modelsDir, ...models.map((dir) => resolve(dir))];
  const server = await startServer({ port, distDir, modelsDirs, log });
  const profileDir = profile === undefined ? undefined : resolve(profile);
  const host = new HeadlessHost({ server, profileDir, hasGpu, log });
  await runHosted(server, host, async () => {
    await host.start();
    begin({ baseUrl: server.baseUrl, apiKey: await host.makeApiKey(keyName) });
    await relaying;
  });
}

/** Serves the client on standard input and output until the client disconnects. */
async function relay(target: Promise<RelayTarget>): Promise<void> {
  const ended = createDeferred();
  const stopListening = onStop(() => ended.resolve());
  process.stdin.once('end', () => ended.resolve());
  process.stdin.once('close', () => ended.resolve());
  const handle = serveStdio(() => createRelayServer(target), { onerror: ({ message }) => log(message) });
  await ended.promise;
  stopListening();
  await handle.close();
}
