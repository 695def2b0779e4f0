import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { serviceWorkerHeaders, siteHeaders } from '../core/security-headers.ts';
import { createNotices } from './notices.ts';

/** Cached only once a run has needed them: other builds of the runtime, and the ffmpeg core. */
const onDemand = /asyncify|jsep|jspi|webgpu|threaded-plain|^ffmpeg\//;

/** Not kept under these names: the page is kept as the address of its folder, and what is installed may change any day. */
const notKept = new Set(['sw.js', '_headers', 'index.html', '404.html', 'models/installed.json']);

/** How many folders the deepest address of a page has: `workspace/canvas/editor/{id}`. */
const deepestPage = 3;

/**
 * What a build is besides its bundles: models and the ffmpeg core as the separate files that they are, the notices, the
 * headers for static hosts, and, last, one service worker at a fixed address, as one classic script that knows the files
 * it caches. `plugins` come first in that script too.
 */
export function platform(plugins: Plugin[]): Plugin {
  let outDir = 'dist';
  let root = '.';
  return {
    name: 'offcut-platform',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        copyModels(root, outDir);
        copyFfmpeg(root, outDir);
        writeFileSync(join(outDir, 'notices.html'), createNotices(root));
        writeFileSync(join(outDir, '_headers'), toHeadersFile());
        writeFileSync(join(outDir, '404.html'), toNotFoundPage(readFileSync(join(outDir, 'index.html'), 'utf8')));
        writeFileSync(join(outDir, 'sw.js'), await bundleServiceWorker(root, outDir, plugins));
      },
    },
  };
}

function copyModels(root: string, outDir: string): void {
  const files = readdirSync(join(root, 'models')).filter((name) => name.endsWith('.onnx'));
  mkdirSync(join(outDir, 'models'), { recursive: true });
  for (const name of files) {
    cpSync(join(root, 'models', name), join(outDir, 'models', name));
  }
  writeFileSync(join(outDir, 'models', 'installed.json'), JSON.stringify({ files }));
}

/** Unchanged and replaceable, beside our own code and never bundled with it: the core is GPL. */
function copyFfmpeg(root: string, outDir: string): void {
  const from = join(root, 'node_modules', '@ffmpeg', 'core', 'dist', 'esm');
  cpSync(from, join(outDir, 'ffmpeg', 'core'), { recursive: true });
}

/**
 * The page, for hosts that answer with `404.html` where they have no file: a deep link, or a hard reload of one, which the
 * service worker does not see. Neither the page nor, without a script inside it, anything in it can know how deep in the
 * site it is, so each of its files is asked for at every depth, and one of those addresses is the right one.
 */
function toNotFoundPage(html: string): string {
  const above = Array.from({ length: deepestPage + 1 }, (_, depth) => '../'.repeat(depth) || './');
  return html
    .replaceAll(/^ *<link rel="(?!stylesheet).*\n/gm, '')
    .replaceAll(/^.*"\.\/assets\/.*\n/gm, (line) => above.map((up) => line.replace('./', up)).join(''));
}

/** The format of static hosts that read `_headers`. `! Name` takes off what an earlier block has set. */
function toHeadersFile(): string {
  const lines = (headers: Readonly<Record<string, string>>): string[] =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const off = Object.keys(siteHeaders).map((name) => `  ! ${name}`);
  return ['/*', ...lines(siteHeaders), '', '/sw.js', ...off, ...lines(serviceWorkerHeaders), ''].join('\n');
}

async function bundleServiceWorker(root: string, outDir: string, plugins: Plugin[]): Promise<string> {
  const files = listFiles(outDir).filter((file) => !notKept.has(file));
  const kept = files.filter((file) => !onDemand.test(file));
  // A first visit waits for what the page names; all else is fetched once it is at rest, or when it is needed.
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const isNamed = (file: string): boolean => html.includes(`"./${file}"`);
  const result = await build({
    configFile: false,
    root,
    plugins,
    logLevel: 'warn',
    define: {
      __SHELL_FILES__: JSON.stringify(kept.filter(isNamed)),
      __WARM_FILES__: JSON.stringify(kept.filter((file) => !isNamed(file))),
      __BUILD__: JSON.stringify(hashFiles(outDir, ['index.html', ...files])),
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: 'src/sw/main.ts', formats: ['iife'], name: 'sw', fileName: () => 'sw.js' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) {
    throw new Error('the service worker did not build');
  }
  return output.output[0].code;
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();

function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
