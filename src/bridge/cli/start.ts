import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { buildIfStale, distDir, modelsDir, projectDir } from './build.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { exitCodesHelp } from './exit-codes.ts';
import { browserOptions, readPort, type BrowserValues } from './options.ts';
import { runHosted } from './run-hosted.ts';
import { startServer, type ServerOptions } from '../server/server.ts';

/** A fixed port, because the browser has one store for each origin. */
const defaultPort = '8787';

/** The name of the API key that a headless start creates. */
const keyName = 'npm start';

/** The port of the dev server. It differs from the default, so that the dev server and the built site do not share a store. */
const developmentPort = '8788';

/** Defines `start`, which runs the local server until a signal stops it. */
export const defineStart = (command: Command): void => define(command, { port: defaultPort, isDevelopment: false });

/** Defines `dev`, which does the same with Vite's dev server. */
export const defineDev = (command: Command): void => define(command, { port: developmentPort, isDevelopment: true });

type Kind = { readonly port: string; readonly isDevelopment: boolean };

type StartValues = BrowserValues & {
  readonly port: number;
  readonly headless: boolean;
  readonly json: boolean;
  readonly sandbox: boolean;
};

function define(command: Command, { port, isDevelopment }: Kind): void {
  const chosen = process.env['PORT'] ?? port;
  command
    .addOption(
      new Option('--port <n>', 'the port; 0 for any free port')
        .argParser(readPort)
        .default(readPort(chosen), `the variable PORT, or ${port}`),
    )
    .option('--headless', 'run the engine in a headless Chromium instead of your own browser', false)
    .option('--json', 'print one line when the server is ready: {"baseUrl":"...","apiKey":"..."}', false)
    .option('--sandbox', 'let programs outside the browser control the sandbox (/sandbox/v1/...)', false);
  browserOptions().forEach((option) => command.addOption(option));
  command
    .addHelpText('after', `\nThe options of the browser need --headless.${exitCodesHelp}`)
    .action((values: StartValues) => serve(values, isDevelopment));
}

async function serve(values: StartValues, isDevelopment: boolean): Promise<void> {
  const { port, headless, profile, gpu, json, install, sandbox } = values;
  if (headless) {
    await provideChromium({ isAllowed: mayInstall(!install), log });
  }
  const site = isDevelopment ? await openDevelopmentSite() : await provideBuild();
  const modelsDirs = [modelsDir, ...values.models.map((dir) => resolve(dir))];
  const server = await startServer({ ...site, port, modelsDirs, isSandboxOpen: sandbox, log });
  const profileDir = profile === undefined ? undefined : resolve(profile);
  const host = headless ? new HeadlessHost({ server, profileDir, hasGpu: gpu, log }) : undefined;
  await runHosted(server, host, async () => {
    const apiKey = host ? await startHost(host) : null;
    announce({ baseUrl: server.baseUrl, apiKey }, json);
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
          'Open this URL in a browser and keep the tab open: the tab runs the engine, and has API keys under Developer.',
        ]
      : [`Offcut is running at ${ready.baseUrl}`, `API key: ${ready.apiKey}`];
  process.stdout.write(`${[...lines, 'Press Ctrl+C to stop.'].join('\n')}\n`);
}
