import { defineConfig } from 'vitest/config';
import { aacEncoderWorker } from './src/build/aac-encoder-worker.ts';
import { platform } from './src/build/platform.ts';

export default defineConfig({
  // Relative, so that the product works under a sub-path of a static host.
  base: './',
  plugins: [platform()],
  worker: { format: 'es', plugins: () => [aacEncoderWorker()] },
  build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'browser',
          globalSetup: ['test/support/builds.ts'],
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
