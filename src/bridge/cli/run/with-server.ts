import { resolve } from 'node:path';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { mayInstall, provideChromium } from '../../browser/install.ts';
import { startServer } from '../../server/server.ts';
import { buildIfStale, distDir, modelsDir } from '../build.ts';
import { UsageError } from '../exit-codes.ts';
import { HeadlessHost } from '../headless.ts';
import type { BrowserValues } from '../options.ts';
import { runHosted } from '../run-hosted.ts';

export type ServerValues = BrowserValues & { readonly url?: string; readonly key?: string };

/** The address of a server and a key for it. */
export type Target = { readonly baseUrl: string; readonly apiKey: string };

const defaultUrl = 'http://127.0.0.1:8787';

/** The name of the API keys that commands create for themselves. */
const keyName = 'offcut';

/**
 * Runs `work` with a server: the one that the options name, or a new one with a headless browser, which ends with the work. Throws
 * the errors of `work`.
 */
export async function withServer<T>(
  values: ServerValues,
  log: (line: string) => void,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { url, key } = values;
  if (url !== undefined || key !== undefined) {
    const baseUrl = (url ?? defaultUrl).replace(/\/$/, '');
    return work({ baseUrl, apiKey: key ?? (await createKey(baseUrl)) });
  }
  await provideChromium({ isAllowed: mayInstall(!values.install), log });
  await buildIfStale(log);
  const modelsDirs = [modelsDir, ...values.models.map((dir) => resolve(dir))];
  const server = await startServer({ port: 0, distDir, modelsDirs, log });
  const profileDir = values.profile === undefined ? undefined : resolve(values.profile);
  const host = new HeadlessHost({ server, profileDir, hasGpu: values.gpu, log });
  let result: { readonly value: T } | undefined;
  await runHosted(server, host, async () => {
    log('Starting a headless browser ...');
    await host.start();
    result = { value: await work({ baseUrl: server.baseUrl, apiKey: await host.makeApiKey(keyName) }) };
  });
  if (!result) {
    throw new OffcutError({ code: 'CANCELED', message: 'The command was stopped.' });
  }
  return result.value;
}

/** Creates a key on a server that lets programs do so: one with an open sandbox, or the emulator. */
async function createKey(baseUrl: string): Promise<string> {
  try {
    return (await new Offcut({ baseUrl }).call('createKey', { body: { name: keyName } })).apiKey;
  } catch (error) {
    if (error instanceof OffcutError && error.code === 'FORBIDDEN') {
      throw new UsageError(
        `The server at ${baseUrl} needs a key. Give one with --key, or in the variable OFFCUT_API_KEY.`,
      );
    }
    throw error;
  }
}
