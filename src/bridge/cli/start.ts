import { resolve } from 'node:path';
import { buildIfStale, distDir, projectDir } from './build.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { readOptions, readPort } from './options.ts';
import { runHosted } from './run-hosted.ts';
import { startServer, type ServerOptions } from '../server/server.ts';

/** A fixed port, since the browser keeps one store for each origin. */
const defaultPort = '8787';

/** The name of the API key that a headless start creates. */
const keyName = 'npm start';

/** The port of the dev server. Another origin, so that its store is not that of the built site. */
const developmentPort = '8788';

const toUsage = (command: string, port: string): string => `${command} [-- options]

  --port N       the port (default ${port}, or the variable PORT; 0 for any free one)
  --headless     run the engine in a headless Chromium instead of in your own browser
  --profile DIR  with --headless: keep the browser's data there (default: a fresh profile, removed at the end)
  --gpu          with --headless: let the browser use the graphics card
  --json         print one line when ready: {"baseUrl":"...","apiKey":"..."}
  --no-install   with --headless: do not install a browser where none is found (also: OFFCUT_NO_INSTALL=1)
  --sandbox      let programs outside the browser control the sandbox (/sandbox/v1/...)
  --models DIR   use the model weights of this folder too (may be given several times)
`;

/** Runs the local server until a signal ends it. */
export const runStart = (args: readonly string[]): Promise<void> =>
  serve(args, { usage: toUsage('npm start', defaultPort), port: defaultPort, isDevelopment: false });

/** Runs the local server with Vite's dev server in it, until a signal ends it. */
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
  const modelsDirs = [resolve(projectDir, 'models'), ...values.models.map((dir) => resolve(dir))];
  const server = await startServer({ ...site, port, modelsDirs, isSandboxOpen: values.sandbox, log });
  const profileDir = values.profile === undefined ? undefined : resolve(values.profile);
  const host = values.headless ? new HeadlessHost({ server, profileDir, hasGpu: values.gpu, log }) : undefined;
  await runHosted(server, host, async () => {
    const apiKey = host ? await startHost(host) : null;
    announce({ baseUrl: server.baseUrl, apiKey }, values.json);
    // It serves until it is stopped.
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
  // Vite and Preact choose code by it.
  process.env['NODE_ENV'] = 'development';
  // Vite is loaded only where it is needed.
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
          `Offcut is at ${ready.baseUrl}`,
          'Open it in a browser and keep the tab open: it does the work, and shows you an API key.',
        ]
      : [`Offcut is at ${ready.baseUrl}`, `API key: ${ready.apiKey}`];
  process.stdout.write(`${[...lines, 'Press Ctrl+C to stop.'].join('\n')}\n`);
}
