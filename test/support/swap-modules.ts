import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** A module of `src` and the module that replaces it in a build, both as paths from the root of the project. */
export type Swap = { readonly module: string; readonly by: string };

/**
 * Replaces modules in a build, wherever a module of `src` names them in an import or as a worker's URL. A replacement
 * may import the original. `requireUsed` throws for a module that the build never named.
 */
export function swapModules(swaps: readonly Swap[]): { readonly plugin: Plugin; readonly requireUsed: () => void } {
  const used = new Set<Swap>();
  const replace = (code: string, importer: string): string =>
    code.replaceAll(quotedModule, (text, quote: string, specifier: string) => {
      const path = toPath(specifier, importer);
      const swap = swaps.find(({ module }) => join(root, module) === path);
      if (!swap) {
        return text;
      }
      used.add(swap);
      return quote + toSpecifier(join(root, swap.by), importer) + quote;
    });
  return {
    plugin: {
      name: 'swap-modules',
      enforce: 'pre',
      transform: (code, id) => (id.startsWith(join(root, 'src') + sep) ? replace(code, id.replace(/\?.*/, '')) : null),
    },
    requireUsed: () => {
      const missed = swaps.filter((swap) => !used.has(swap));
      if (missed.length > 0) {
        throw new Error(`No module of src names ${missed.map(({ module }) => module).join(', ')} any more.`);
      }
    },
  };
}

/** A string that names a module of the project: `./x.ts`, or `#core/x.ts`, which is `src/core/x.ts`. */
const quotedModule = /(['"])((?:\.{1,2}\/|#)[^'"\n]+\.tsx?)\1/g;

const toPath = (specifier: string, importer: string): string =>
  specifier.startsWith('#') ? join(root, 'src', specifier.slice(1)) : resolve(dirname(importer), specifier);

function toSpecifier(path: string, importer: string): string {
  const found = relative(dirname(importer), path).replaceAll(sep, '/');
  return found.startsWith('.') ? found : `./${found}`;
}
