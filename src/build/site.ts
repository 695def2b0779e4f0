import type { InlineConfig, Plugin } from 'vite';
import { hashLetters } from '#core/protocol/hashed-files.ts';
import { chunkGroups } from './chunk-groups.ts';
import { aacEncoderWorker } from './aac-encoder-worker.ts';
import { importedWorkers } from './imported-workers.ts';
import { fasterOnnxruntime } from './onnxruntime/faster-onnxruntime.ts';
import { platform } from './platform.ts';
import { zodWithoutEval } from './zod-without-eval.ts';

/** See https://v8.dev/blog/explicit-compile-hints. */
const hint = '//# allFunctionsCalledOnLoad\n';

/**
 * A Vite plugin that makes Chromium compile all functions of the page's files off the main thread while they arrive. By default, it
 * compiles most functions on the main thread when they are first called, again at every load.
 */
function compiledEarly(): Plugin {
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

const fileNames = {
  entryFileNames: `assets/[name]-[hash:${hashLetters}].js`,
  chunkFileNames: `assets/[name]-[hash:${hashLetters}].js`,
  assetFileNames: `assets/[name]-[hash:${hashLetters}][extname]`,
};

/** Creates the plugins for the code of workers, in addition to those for all code. */
export const workerPlugins = (): Plugin[] => [aacEncoderWorker(), fasterOnnxruntime()];

/** Creates the build configuration of the site. `plugins` run first for the page, the workers and the service worker. */
export const siteConfig = (plugins: Plugin[] = []) =>
  ({
    // Relative, so that the site works under a sub-path of a static host.
    base: './',
    plugins: [...plugins, zodWithoutEval(), compiledEarly(), platform([...plugins, zodWithoutEval()])],
    worker: {
      format: 'es',
      plugins: () => [...plugins, zodWithoutEval(), ...workerPlugins(), importedWorkers()],
      rolldownOptions: { output: fileNames },
    },
    build: {
      target: 'es2022',
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunkGroups } } },
    },
  }) satisfies InlineConfig;
