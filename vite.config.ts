import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';
import { serviceWorkerHeaders, siteHeaders } from './src/core/security-headers.ts';

/** Fetched by a page only when a run needs it: the WebGPU build of the runtime is twice the size of all the rest. */
const onDemand = /asyncify|jsep|jspi/;

/**
 * What a build is besides its bundles: models and the ffmpeg core as the separate files that they are, the headers for
 * static hosts, and, last, one service worker at a fixed address, as one classic script that knows the files it caches.
 */
function platform(): Plugin {
  let outDir = 'dist';
  return {
    name: 'offcut-platform',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    async closeBundle() {
      copyModels(outDir);
      copyFfmpeg(outDir);
      writeFileSync(join(outDir, '_headers'), toHeadersFile());
      writeFileSync(join(outDir, 'sw.js'), await bundleServiceWorker(outDir));
    },
  };
}

function copyModels(outDir: string): void {
  const files = readdirSync('models').filter((name) => name.endsWith('.onnx'));
  mkdirSync(join(outDir, 'models'), { recursive: true });
  for (const name of files) {
    cpSync(join('models', name), join(outDir, 'models', name));
  }
  writeFileSync(join(outDir, 'models', 'installed.json'), JSON.stringify({ files }));
}

/** Unchanged and replaceable, beside our own code and never bundled with it: the core is GPL. */
function copyFfmpeg(outDir: string): void {
  for (const core of ['core', 'core-mt']) {
    cpSync(join('node_modules', '@ffmpeg', core, 'dist', 'esm'), join(outDir, 'ffmpeg', core), { recursive: true });
  }
}

function toHeadersFile(): string {
  const block = (path: string, headers: Readonly<Record<string, string>>): string =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  // Where two blocks match, hosts join the values of a header; so the site's policy is taken off the worker's path first.
  return `${block('/*', siteHeaders)}\n\n${block('/sw.js', { '! Content-Security-Policy': '', ...serviceWorkerHeaders })}\n`.replaceAll(
    '! Content-Security-Policy: ',
    '! Content-Security-Policy',
  );
}

async function bundleServiceWorker(outDir: string): Promise<string> {
  const files = listFiles(outDir).filter((file) => !['sw.js', '_headers', 'index.html'].includes(file));
  const isEngine = (file: string): boolean => /\.wasm$|\.onnx$|worker|^assets\/(main|engine)/.test(file);
  const kept = files.filter(
    (file) => !file.startsWith('ffmpeg/') && !onDemand.test(file) && !file.startsWith('sample/'),
  );
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      __SHELL_FILES__: JSON.stringify(kept.filter((file) => !isEngine(file))),
      __WARM_FILES__: JSON.stringify(kept.filter(isEngine)),
      __BUILD__: JSON.stringify(hashFiles(outDir, files)),
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

function hashFiles(outDir: string, files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of ['index.html', ...files]) {
    const path = join(outDir, file);
    if (existsSync(path)) {
      hash.update(file).update(statSync(path).size < 5_000_000 ? readFileSync(path) : String(statSync(path).size));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

export default defineConfig({
  base: './',
  plugins: [platform()],
  worker: { format: 'es' },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
});
