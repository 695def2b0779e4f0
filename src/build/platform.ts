import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { runnerImport, type Plugin } from 'vite';
import { serviceWorkerHeaders, siteHeaders } from '#core/protocol/security-headers.ts';
import { copyFonts, firstFonts } from './fonts.ts';
import { createNotices } from './notices.ts';
import { bundleServiceWorker, minifyServiceWorker } from './service-worker.ts';

/** Files that are cached at first use: other builds of the runtime, the ffmpeg core, most fonts, SVG renderer, longer samples. */
const onDemand = /asyncify|jsep|jspi|webgpu|threaded-plain|^ffmpeg\/|^fonts\/|index_bg|^sample\/(?!presenter)/;
const isOnDemand = (file: string): boolean => onDemand.test(file) && !firstFonts.includes(file);

/**
 * Files that are not cached under their names. The page is cached under the URL of its folder, and the list of installed models
 * changes.
 */
const notKept = new Set(['sw.js', '_headers', 'index.html', '404.html', 'models/installed.json']);
/** The documents for agents and API clients, which no page needs. */
const documents = /^(\.well-known|api-reference|docs)\/|^llms/;

/** The depth of the deepest page's URL: `workspace/canvas/editor/{id}`. */
const deepestPage = 3;

/**
 * A Vite plugin that completes a build. It adds models, the ffmpeg core, fonts, notices, documents, headers for static hosts, and
 * the page for missing URLs. Last, it adds the service worker, one classic script at a fixed URL that lists the files to cache.
 * `plugins` run first for that script too.
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
        await writeUnbundledFiles(root, outDir);
        writeFileSync(join(outDir, '_headers'), toHeadersFile());
        writeFileSync(join(outDir, '404.html'), toNotFoundPage(readFileSync(join(outDir, 'index.html'), 'utf8')));
        writeFileSync(join(outDir, 'sw.js'), await createServiceWorker(root, outDir, plugins));
      },
    },
  };
}

/** Writes the files of the site that are not bundled: models, the ffmpeg core, fonts, notices and documents. */
export async function writeUnbundledFiles(root: string, outDir: string): Promise<void> {
  copyModels(root, outDir);
  copyFfmpeg(root, outDir);
  copyFonts(root, outDir);
  writeFileSync(join(outDir, 'notices.html'), createNotices(root));
  // A static import would load all operations and recipes at each start of Vite and Vitest, with the configuration.
  const { module } = await runnerImport<typeof import('./documents/documents.ts')>(
    join(root, 'src/build/documents/documents.ts'),
  );
  await module.writeDocuments(root, outDir);
}

function copyModels(root: string, outDir: string): void {
  const files = readdirSync(join(root, 'models')).filter((name) => name.endsWith('.onnx'));
  mkdirSync(join(outDir, 'models'), { recursive: true });
  for (const name of files) {
    cpSync(join(root, 'models', name), join(outDir, 'models', name));
  }
  writeFileSync(join(outDir, 'models', 'installed.json'), JSON.stringify({ files }));
}

/** Copies the ffmpeg core unchanged, as replaceable files, because it is GPL and must not be bundled with our code. */
export function copyFfmpeg(root: string, outDir: string): void {
  const from = join(root, 'node_modules', '@ffmpeg', 'core', 'dist', 'esm');
  cpSync(from, join(outDir, 'ffmpeg', 'core'), { recursive: true });
}

/**
 * Creates the page `404.html`, which static hosts serve for a deep link or a hard reload without the service worker. The page
 * cannot know its own depth in the site without an inline script. So it requests each of its files at every depth, and one of
 * those URLs is correct.
 */
function toNotFoundPage(html: string): string {
  const above = Array.from({ length: deepestPage + 1 }, (_, depth) => '../'.repeat(depth) || './');
  return html
    .replaceAll(/^ *<link rel="(?!stylesheet).*\n/gm, '')
    .replaceAll(/^.*"\.\/assets\/.*\n/gm, (line) => above.map((up) => line.replace('./', up)).join(''));
}

/** Creates the headers file of static hosts (`_headers`). `! Name` removes a header of an earlier block. */
function toHeadersFile(): string {
  const lines = (headers: Readonly<Record<string, string>>): string[] =>
    Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  const off = Object.keys(siteHeaders).map((name) => `  ! ${name}`);
  return ['/*', ...lines(siteHeaders), '', '/sw.js', ...off, ...lines(serviceWorkerHeaders), ''].join('\n');
}

async function createServiceWorker(root: string, outDir: string, plugins: Plugin[]): Promise<string> {
  const files = listFiles(outDir).filter((file) => !notKept.has(file) && !documents.test(file));
  const kept = files.filter((file) => !isOnDemand(file));
  // A first visit loads the files that the page names. All others are fetched when the page is idle or when they are needed.
  const html = readFileSync(join(outDir, 'index.html'), 'utf8');
  const isNamed = (file: string): boolean => html.includes(`"./${file}"`);
  const { code } = await bundleServiceWorker(root, {
    plugins,
    shellFiles: kept.filter(isNamed),
    warmFiles: kept.filter((file) => !isNamed(file)),
    build: hashFiles(outDir, ['index.html', ...files]),
  });
  return minifyServiceWorker(code);
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();

/** Returns a short hash of the names and the content of files. */
export function hashFiles(folder: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}
