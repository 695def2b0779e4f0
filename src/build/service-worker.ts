import { join } from 'node:path';
import { minify } from 'terser';
import { build, type Plugin } from 'vite';

/** The settings of a bundle of the service worker. */
export type ServiceWorkerOptions = {
  /** The plugins that run first, as in the bundle of the site. */
  readonly plugins: Plugin[];
  /** The files that a page needs to open, as paths below the root of the site. They are cached during the installation. */
  readonly shellFiles: readonly string[];
  /** The files that are cached when the page is idle. */
  readonly warmFiles: readonly string[];
  /** A hash of the content of the site. Each build has its own cache. */
  readonly build: string;
};

/** A bundle, and the paths of its modules. */
type Bundle = { readonly code: string; readonly modules: readonly string[] };

/** Bundles the service worker into one classic script. */
export async function bundleServiceWorker(root: string, options: ServiceWorkerOptions): Promise<Bundle> {
  const result = await build({
    configFile: false,
    root,
    plugins: options.plugins,
    logLevel: 'warn',
    resolve: { alias: { '@modelcontextprotocol/server/_shims': join(root, 'src/sw/no-schema-validator.ts') } },
    define: {
      __SHELL_FILES__: JSON.stringify(options.shellFiles),
      __WARM_FILES__: JSON.stringify(options.warmFiles),
      __BUILD__: JSON.stringify(options.build),
    },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: 'src/sw/main.ts', formats: ['iife'], name: 'sw', fileName: () => 'sw.js' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) {
    throw new Error('The service worker could not be built');
  }
  const [{ code, moduleIds }] = output.output;
  return { code, modules: moduleIds };
}

/** Settings for the smallest compressed script, which differs from the smallest plain one. The notices repeat licence comments. */
const smallZipped = { passes: 4, inline: 1, sequences: false, lhs_constants: false } as const;

/** Minifies the service worker, the first script of a visit. The result of terser is 1 % smaller than that of Vite's minifier. */
export async function minifyServiceWorker(code: string): Promise<string> {
  const minified = await minify(code, { compress: smallZipped, format: { comments: false } });
  if (minified.code === undefined) {
    throw new Error('The service worker could not be minified');
  }
  return minified.code;
}
