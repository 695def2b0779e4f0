import type { Plugin } from 'vite';

const beginning = '?begin';
/** What runs for sound, where nothing can be imported. */
const worklet = /\.worklet\.ts$/;

/**
 * A Vite plugin by which each worker begins with a small file that imports the rest. Chromium keeps what it has compiled of a file
 * that a worker imports while it runs, but compiles the file that a worker starts from, and what that imports at its head, each
 * time anew: for the preview's that takes a tenth of a second of a core.
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
