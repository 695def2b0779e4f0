import { defineConfig } from 'vitest/config';
import { siteConfig } from './src/build/site.ts';

export default defineConfig({
  ...siteConfig(),
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          globalSetup: ['test/support/build-server.ts'],
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 120_000,
          // Each file starts a browser of its own, and two at once would fight for the cores.
          fileParallelism: false,
        },
      },
    ],
  },
});
