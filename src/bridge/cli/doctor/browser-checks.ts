import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { Failure } from '#core/lib/failure.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { findFirefox } from '../../browser/firefox.ts';
import { provideChromium } from '../../browser/install.ts';
import { makeTemporaryProfile, removeProfile } from '../../browser/temporary-profile.ts';
import { serveLocally } from '../serve-locally.ts';
import { miss, ok, warn, type Check } from './check.ts';
import { codecs, modules, toFeatureChecks } from './feature-checks.ts';
import { listMissingCodecs, readFeatures } from './features-page.mjs';

/** Checks the browsers of this computer, and the features of its Chromium. Installs nothing. */
export async function checkBrowsers(): Promise<Check[]> {
  return [...(await checkChromium()), await checkFirefox()];
}

async function checkChromium(): Promise<Check[]> {
  const cost = 'commands cannot start a headless browser; pages work in any current browser';
  try {
    const path = await provideChromium({ isAllowed: false, log: () => undefined });
    const { version, checks } = await inspect();
    return [ok('Chromium', `${version} at ${path}`), ...checks];
  } catch (error) {
    const { code, message } = Failure.from(error);
    return [miss('Chromium', code === 'NOT_FOUND' ? 'not found' : 'does not start', cost, message)];
  }
}

/** Checks the features of Chromium in an isolated page. With a GPU if it starts so, because that changes WebGPU and codecs. */
async function inspect(): Promise<{ version: string; checks: Check[] }> {
  const server = await serveLocally(0, async (_, response) => {
    response.writeHead(200, { ...siteHeaders, 'Content-Type': 'text/html' });
    response.end('<!doctype html><title>Offcut</title>');
  });
  const profileDir = await makeTemporaryProfile();
  try {
    const context = await launchChromium({ profileDir, hasGpu: true }).catch(() => launchChromium({ profileDir }));
    try {
      const page = await context.newPage();
      await page.goto(server.baseUrl);
      return {
        version: context.browser()?.version() ?? 'unknown version',
        checks: toFeatureChecks(
          await page.evaluate(readFeatures, modules),
          await page.evaluate(listMissingCodecs, codecs),
        ),
      };
    } finally {
      await context.close();
    }
  } finally {
    await server.close();
    await removeProfile(profileDir);
  }
}

async function checkFirefox(): Promise<Check> {
  const path = findFirefox();
  const cost = 'none for commands, which use Chromium; the workspace runs in any current browser';
  if (path === undefined) {
    return warn('Firefox', 'not found', cost, 'Install Firefox to open the workspace in it.');
  }
  const version = await readVersion(path).catch(() => null);
  return version === null
    ? warn('Firefox', `does not start at ${path}`, cost, 'Install Firefox again to open the workspace in it.')
    : ok('Firefox', `${version} at ${path}`);
}

/** Returns the version of Firefox: `153.8.0`. Rejects if it does not start. */
async function readVersion(path: string): Promise<string> {
  const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 30_000 });
  return stdout.trim().replace(/^Mozilla Firefox /, '');
}
