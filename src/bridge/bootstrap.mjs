// The entry point of every command of package.json. Plain JavaScript, so that it runs on any Node and before `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const neededVersion = [20, 19];

checkNode();
installIfStale();
const { register } = await import('tsx/esm/api');
register();
const { runCommand } = await import('./cli/cli.ts');
const [name = '', ...args] = process.argv.slice(2);
process.exit(await runCommand(name, args));

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = neededVersion;
  if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
    stop(`Offcut needs Node ${neededVersion.join('.')} or newer and this is ${process.versions.node}: see nodejs.org.`);
  }
}

/** npm writes the hidden lockfile at the end of each install. */
function installIfStale() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) {
    return;
  }
  process.stderr.write('Installing what is needed (npm ci) ...\n');
  // Also with NODE_ENV=production, since the site is built here.
  const npm = spawnSync('npm ci --include=dev --no-fund --no-audit', {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (npm.status !== 0) {
    stop(`${npm.stdout}${npm.stderr}\n"npm ci" has failed; its words are above.`);
  }
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
