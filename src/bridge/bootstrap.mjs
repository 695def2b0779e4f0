// The entry point of every npm script that starts Offcut. It is plain JavaScript, so that it runs on any Node and before `npm ci`.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode } from './check-node.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

checkNode();
installIfStale();
const { register } = await import('tsx/esm/api');
register();
const { runCommand } = await import('./cli/cli.ts');
const [name = '', ...args] = process.argv.slice(2);
process.exit(await runCommand(name, args));

/** Runs `npm ci` if package-lock.json is newer than the hidden lockfile, which npm writes at the end of each install. */
function installIfStale() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const wanted = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) {
    return;
  }
  process.stderr.write('Installing dependencies (npm ci) ...\n');
  // Dev dependencies are installed even with NODE_ENV=production, because this command builds the site.
  const npm = spawnSync('npm ci --include=dev --no-fund --no-audit', {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (npm.status !== 0) {
    stop(`${npm.stdout}${npm.stderr}\n"npm ci" failed. Its output is above.`);
  }
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
