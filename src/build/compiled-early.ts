import type { Plugin } from 'vite';

/** See https://v8.dev/blog/explicit-compile-hints. */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * A Vite plugin that makes Chromium compile all functions of the page's files off the main thread while they arrive. By default, it
 * compiles most functions on the main thread when they are first called, again at every load.
 */
export function compiledEarly(): Plugin {
  return {
    name: 'offcut-compiled-early',
    apply: 'build',
    generateBundle: {
      // Runs last, because Vite inserts a line before the code, and the hint must be first.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') {
            file.code = hint + file.code;
          }
        }
      },
    },
  };
}
