import { resolve } from 'node:path';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { ApiClient } from '../cli/api-client.ts';
import { buildIfStale, distDir, projectDir } from '../cli/build.ts';
import { HeadlessHost } from '../cli/headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { readOptions, readPort } from '../cli/options.ts';
import { runHosted } from '../cli/run-hosted.ts';
import { startServer } from '../server/server.ts';
import { onStop } from '../cli/stop.ts';
import { createRelayServer, type RelayTarget } from './relay-server.ts';

const defaultUrl = 'http://127.0.0.1:8787';

/** The name of the API key that is made for the relay. */
const keyName = 'npm run mcp';

const usage = `node src/bridge/bootstrap.mjs mcp [options]

Speaks MCP on standard input and output, for programs that start their servers themselves. With a key it uses the server
that is running; without one it starts a server of its own, with a headless browser.

  --url URL      the running server (default ${defaultUrl})
  --key KEY      an API key of it (or the variable OFFCUT_API_KEY, which other programs cannot read off)
  --port N       without a key: the port of its own server (default: any free one)
  --profile DIR  without a key: keep the browser's data there (default: a fresh profile, removed at the end)
  --gpu          without a key: let the browser use the graphics card
  --no-install   do not install a browser where none is found (also: OFFCUT_NO_INSTALL=1)
  --models DIR   use the model weights of this folder too (may be given several times)
`;

/** Relays MCP between standard input and output and a server, until the input ends or a signal comes. */
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
    const target = toTarget(values.url.replace(/\/$/, ''), apiKey);
    await checkTarget(target);
    await relay(Promise.resolve(target));
  }
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

const toTarget = (baseUrl: string, apiKey: string): RelayTarget => ({
  baseUrl,
  apiKey,
  api: new ApiClient(baseUrl, apiKey),
});

/** Throws what is wrong with the address or the key, before a client meets it. */
async function checkTarget({ baseUrl, api }: RelayTarget): Promise<void> {
  await api.call('/v1/me', z.object({ plan: z.string() })).catch((error: unknown) => {
    throw error instanceof Failure
      ? error
      : new Failure('ENGINE_UNAVAILABLE', {
          message: `No server answers at ${baseUrl}: start one with "npm start", or leave the key out to have one started.`,
          cause: error,
        });
  });
}

type OwnServer = {
  readonly port: number;
  readonly profile: string | undefined;
  readonly hasGpu: boolean;
  readonly models: readonly string[];
  readonly mayInstall: boolean;
};

/** Starts a server and a headless browser of its own, and relays to them; the client is greeted meanwhile. */
async function relayToOwn({ port, profile, hasGpu, models, mayInstall: isAllowed }: OwnServer): Promise<void> {
  const { promise: target, resolve: begin } = createDeferred<RelayTarget>();
  const relaying = relay(target);
  const prepared = provideChromium({ isAllowed, log }).then(() => buildIfStale(log));
  if ((await Promise.race([prepared, relaying.then(() => 'hung up')])) === 'hung up') {
    return;
  }
  const modelsDirs = [resolve(projectDir, 'models'), ...models.map((dir) => resolve(dir))];
  const server = await startServer({ port, distDir, modelsDirs, log });
  const profileDir = profile === undefined ? undefined : resolve(profile);
  const host = new HeadlessHost({ server, profileDir, hasGpu, log });
  await runHosted(server, host, async () => {
    await host.start();
    begin(toTarget(server.baseUrl, await host.makeApiKey(keyName)));
    await relaying;
  });
}

/** Serves the client on standard input and output until it hangs up. */
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
