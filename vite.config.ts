import { defineConfig } from 'vitest/config';
import { siteConfig } from './src/build/site.ts';

export default defineConfig({
  ...siteConfig(),
  test: {
    tags: [{ name: 'long', description: 'Left out by npm test, run by npm run test:all.', timeout: 600_000 }],
    // No file relies on a world of its own: a process for each would load the same modules again and again.
    isolate: false,
    // Vitest would leave one of two cores free.
    maxWorkers: '100%',
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
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
          // Each worker has a browser, and more than two would fight for its threads.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
