import { realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Server } from 'node:http';
import { join, relative, resolve } from 'node:path';
import hotReload from '@prefresh/vite';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { hashFiles, listFiles, writeUnbundledFiles } from './platform.ts';
import { bundleServiceWorker } from './service-worker.ts';
import { siteConfig, workerPlugins } from './site.ts';
import { zodWithoutEval } from './zod-without-eval.ts';

/**
 * The nonce of the styles that Vite's client adds to a page, so that the policy forbids all other inline styles, as in production.
 * It is constant because a service worker adds the policy that it was built with, even after the server restarts.
 */
const styleNonce = 'development';

const withNonce = (text: string): string => text.replace("style-src 'self'", `style-src 'self' 'nonce-${styleNonce}'`);

/** The security headers of the dev server: those of the site, and a nonce for Vite's style elements. */
export const developmentHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(siteHeaders).map(([name, value]) => [name, withNonce(value)]),
);

/** A Vite plugin for the service worker, which adds the same headers to pages. */
function nonceInHeaders(): Plugin {
  let isAdded = false;
  return {
    name: 'offcut-development-headers',
    transform(code) {
      const changed = withNonce(code);
      isAdded ||= changed !== code;
      return changed === code ? null : { code: changed, map: null };
    },
    buildEnd(error) {
      if (!error && !isAdded) {
        this.error('No module of the service worker sets the policy of styles.');
      }
    },
  };
}

/** The path of the WebSocket by which Vite notifies pages of changes. */
export const hotUpdatesPath = '/hot-updates';

export type Development = {
  readonly vite: ViteDevServer;
  /** A server that receives the `upgrade` events of requests for `hotUpdatesPath`. It never listens. */
  readonly sockets: Server;
};

export type DevelopmentOptions = {
  /** The folder of the project. */
  readonly root: string;
  /** A folder that stores bundled dependencies between starts. The default is in node_modules. */
  readonly cacheDir?: string;
  /** The default, `info`, prints a line for each update. */
  readonly logLevel?: 'info' | 'warn';
};

/**
 * Starts Vite's dev server as middleware. Files that are not bundled, and the service worker, are written to `outDir`.
 */
export async function startDevelopment(options: DevelopmentOptions, outDir: string): Promise<Development> {
  const { root } = options;
  await writeUnbundledFiles(root, outDir);
  const sockets = new Server();
  const site = siteConfig();
  const vite = await createServer({
    ...site,
    ...options,
    configFile: false,
    // The URL that was printed at the start stays visible.
    clearScreen: false,
    appType: 'custom',
    base: '/',
    plugins: [
      ...site.plugins,
      ...workerPlugins(),
      await hotReload({ include: join(root, 'src/ui/**') }),
      dependencies(),
      await serviceWorker(root, outDir),
    ],
    oxc: {
      // The same settings as in TypeScript's configuration for pages, which Prefresh's plugin overrides.
      jsx: { runtime: 'automatic', importSource: 'preact' },
      // Only files in this folder contain components, and a worker has no `$RefreshReg$`.
      jsxRefreshInclude: /\/src\/ui\/.+\.tsx?$/,
    },
    // The folder that `emitFile` writes to.
    build: { ...site.build, outDir },
    html: { cspNonce: styleNonce },
    server: {
      middlewareMode: true,
      cors: false,
      ws: { server: sockets, path: hotUpdatesPath },
      // `node_modules` may be a symbolic link.
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  });
  return { vite, sockets };
}

/**
 * A Vite plugin with the settings for dependencies. They are not in the configuration itself, because Prefresh's plugin repeats its
 * lists, and a plugin in a list would run twice.
 */
const dependencies = (): Plugin => ({
  name: 'offcut-development-dependencies',
  config: () => ({
    optimizeDeps: {
      // Vite does not find workers from the page, and a dependency that it finds later reloads the page.
      entries: ['index.html', 'src/engine/main.ts', 'src/workers/**/*.worker.ts'],
      // Plugins of the project change these packages.
      exclude: ['@mediabunny/aac-encoder', 'onnxruntime-web'],
      rolldownOptions: { plugins: [zodWithoutEval()] },
    },
  }),
});

/** An additional module of pages of the dev server, which replaces the service worker. */
const clientModule = '/src/ui/app/replace-service-worker.ts';

/** A Vite plugin that bundles the service worker for the dev server. After each change, it bundles again and notifies the pages. */
async function serviceWorker(root: string, outDir: string): Promise<Plugin> {
  const bundle = createBundler(root, outDir);
  let modules: readonly string[] = [];
  let code: string | null = null;
  const renew = async (): Promise<boolean> => {
    const previous = code;
    // Null while the code cannot be bundled, so that the pages reload after the next successful bundle.
    code = null;
    ({ code, modules } = await bundle());
    return code !== previous;
  };
  await renew();
  // Only one at a time, because an older bundle must not overwrite a newer one.
  let renewing: Promise<boolean> = Promise.resolve(false);
  return {
    name: 'offcut-development-service-worker',
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: clientModule }, injectTo: 'head' }],
    hotUpdate: {
      order: 'pre',
      async handler({ file }) {
        if (this.environment.name !== 'client' || !modules.includes(resolve(file))) {
          return undefined;
        }
        renewing = renewing.catch(() => false).then(renew);
        const isNew = await renewing.catch((error: unknown) => {
          this.environment.logger.error(String(error), { timestamp: true });
          throw error;
        });
        if (!isNew) {
          return undefined;
        }
        this.environment.logger.info(`new service worker ${relative(root, file)}`, { timestamp: true });
        // The pages reload when the new service worker is active, so no other module is updated.
        this.environment.hot.send('offcut:service-worker');
        return [];
      },
    },
  };
}

/** Returns a function that bundles the service worker into `outDir`. It rejects for code that cannot be bundled. */
function createBundler(root: string, outDir: string) {
  const build = hashFiles(outDir, listFiles(outDir));
  return async () => {
    const bundle = await bundleServiceWorker(root, {
      plugins: [zodWithoutEval(), nonceInHeaders()],
      // No files are cached, because they change.
      shellFiles: [],
      warmFiles: [],
      build,
    });
    await writeFile(join(outDir, 'sw.js'), bundle.code);
    return bundle;
  };
}
