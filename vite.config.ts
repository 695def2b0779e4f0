import { defineConfig } from 'vitest/config';
import { siteConfig } from './src/build/site.ts';
import { LongestFirst } from './src/build/longest-first.ts';

export default defineConfig({
  ...siteConfig(),
  test: {
    tags: [{ name: 'long', description: 'Left out by npm test, run by npm run test:all.', timeout: 600_000 }],
    // Vitest would leave one of two cores free.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          // Limits for what hangs, which a busy machine must not reach.
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          globalSetup: ['test/support/build-server.ts'],
          include: ['test/browser/**/*.test.ts'],
          // The files share a browser, which a process for each could not. No file of these replaces a module.
          isolate: false,
          // On a machine with much other work the longest ones come near two minutes.
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // Sites are built in hooks, which takes minutes on a machine with much other work.
          hookTimeout: 600_000,
          // Each worker has a browser, and more than two would fight for its threads.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
