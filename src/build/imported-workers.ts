import type { Plugin } from 'vite';

const beginning = '?begin';
/** Audio worklets, which cannot import modules while they run. */
const worklet = /\.worklet\.ts$/;

/**
 * A Vite plugin that makes each worker start with a small file that imports the rest. Chromium caches the compiled code of a file
 * that a worker imports dynamically. It compiles the entry file and its static imports again at each start, which takes a tenth of
 * a second of a core for the preview's worker.
 */
export function importedWorkers(): Plugin {
  return {
    name: 'offcut-imported-workers',
    apply: 'build',
    resolveId: {
      order: 'pre',
      async handler(source, importer, { isEntry }) {
        const worker = isEntry ? await this.resolve(source, importer, { skipSelf: true }) : null;
        return worker && !worklet.test(worker.id) ? worker.id + beginning : worker;
      },
    },
    load(id) {
      if (!id.endsWith(beginning)) {
        return null;
      }
      const worker = JSON.stringify(id.slice(0, -beginning.length));
      return `import { beginWith } from '#wire/early-messages.ts'; beginWith(() => import(${worker}));`;
    },
  };
}
