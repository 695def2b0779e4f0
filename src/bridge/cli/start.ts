import { resolve } from 'node:path';
import { buildIfStale, distDir, modelsDir, projectDir } from './build.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { readOptions, readPort } from './options.ts';
import { runHosted } from './run-hosted.ts';
import { startServer, type ServerOptions } from '../server/server.ts';

/** A fixed port, because the browser has one store for each origin. */
const defaultPort = '8787';

/** The name of the API key that a headless start creates. */
const keyName = 'npm start';

/** The port of the dev server. It differs from the default, so that the dev server and the built site do not share a store. */
const developmentPort = '8788';

const toUsage = (command: string, port: string): string => `${command} [-- options]

  --port N       the port (default: the variable PORT, or ${port}; 0 for any free port)
  --headless     run the engine in a headless Chromium instead of your own browser
  --profile DIR  with --headless: keep the browser's data in DIR (default: a new profile, removed at the end)
  --gpu          with --headless: let the browser use the GPU
  --json         print one line when the server is ready: {"baseUrl":"...","apiKey":"..."}
  --no-install   with --headless: do not install a browser if none is found (also: OFFCUT_NO_INSTALL=1)
  --sandbox      let programs outside the browser control the sandbox (/sandbox/v1/...)
  --models DIR   also use the model weights in DIR (can be repeated)
`;

/** Runs the local server until a signal stops it. */
export const runStart = (args: readonly string[]): Promise<void> =>
  serve(args, { usage: toUsage('npm start', defaultPort), port: defaultPort, isDevelopment: false });

/** Runs the local server with Vite's dev server until a signal stops it. */
export const runDev = (args: readonly string[]): Promise<void> =>
  serve(args, { usage: toUsage('npm run dev', developmentPort), port: developmentPort, isDevelopment: true });

type Kind = { readonly usage: string; readonly port: string; readonly isDevelopment: boolean };

async function serve(args: readonly string[], kind: Kind): Promise<void> {
  const { values } = readOptions({
    args: [...args],
    options: {
      port: { type: 'string', default: process.env['PORT'] ?? kind.port },
      headless: { type: 'boolean', default: false },
      profile: { type: 'string' },
      gpu: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
      sandbox: { type: 'boolean', default: false },
      models: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(kind.usage);
    return;
  }
  const port = readPort(values.port);
  if (values.headless) {
    await provideChromium({ isAllowed: mayInstall(values['no-install']), log });
  }
  const site = kind.isDevelopment ? await openDevelopmentSite() : await provideBuild();
  const modelsDirs = [modelsDir, ...values.models.map((dir) => resolve(dir))];
  const server = await startServer({ ...site, port, modelsDirs, isSandboxOpen: values.sandbox, log });
  const profileDir = values.profile === undefined ? undefined : resolve(values.profile);
  const host = values.headless ? new HeadlessHost({ server, profileDir, hasGpu: values.gpu, log }) : undefined;
  await runHosted(server, host, async () => {
    const apiKey = host ? await startHost(host) : null;
    announce({ baseUrl: server.baseUrl, apiKey }, values.json);
    // The server runs until it is stopped.
    await new Promise(() => undefined);
  });
}

type Site = Pick<ServerOptions, 'distDir' | 'files'>;

async function provideBuild(): Promise<Site> {
  await buildIfStale(log);
  return { distDir };
}

async function openDevelopmentSite(): Promise<Site> {
  log('Starting the dev server ...');
  // Vite and Preact select their development code by this variable.
  process.env['NODE_ENV'] = 'development';
  // Vite is loaded only when it is needed.
  const { DevelopmentSite } = await import('../server/development-site.ts');
  const files = await DevelopmentSite.open({ root: projectDir });
  return { distDir: files.distDir, files };
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function startHost(host: HeadlessHost): Promise<string> {
  log('Starting a headless browser ...');
  await host.start();
  return host.makeApiKey(keyName);
}

function announce(ready: { baseUrl: string; apiKey: string | null }, isJson: boolean): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    return;
  }
  const lines =
    ready.apiKey === null
      ? [
          `Offcut is running at ${ready.baseUrl}`,
          'Open this URL in a browser and keep the tab open: the tab runs the engine and shows you an API key.',
        ]
      : [`Offcut is running at ${ready.baseUrl}`, `API key: ${ready.apiKey}`];
  process.stdout.write(`${[...lines, 'Press Ctrl+C to stop.'].join('\n')}\n`);
}
