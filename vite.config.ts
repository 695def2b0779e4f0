import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { siteConfig } from './src/build/site.ts';
import { findFirefox } from '#bridge/browser/firefox.ts';

/** The test files that `npm test` runs in Firefox. */
const firefoxSelection = ['contract', 'features', 'formats', 'pictures', 'service-worker-life'].map(
  (name) => `test/browser/*/${name}.test.ts`,
);

/**
 * Test files that cannot run in Firefox. They need the protocol, flags or touch events of Chromium; or start nested workers without
 * the page that starts them in Firefox (`src/wire/nested-workers.ts`); or press Tab after the last control of a page, from where
 * the protocol of Firefox does not return.
 */
const chromiumOnly = [
  'by-keyboard',
  'clock',
  'devices',
  'durability',
  'editor-inspector',
  'editor-session',
  'full-disk',
  'lengths',
  'mcp',
  'missing-features',
  'models',
  'pages-by-keyboard',
  'phone-walk',
  'preview',
  'quota',
  'recipes-page',
  'render',
  'render-sync',
  'review',
  'reviews-by-touch',
  'security-headers',
  'static-host',
  'touch',
  'unread-downloads',
  'workspace',
].map((name) => `test/browser/*/${name}.test.ts`);

/** The entry points of the package, which the examples and the docs import by their public names. */
const packageEntries = Object.fromEntries(
  Object.entries({
    client: 'src/client/client.ts',
    msw: 'src/emulator/msw.ts',
    testing: 'src/emulator/testing.ts',
    timeline: 'src/timeline/timeline.ts',
  }).map(([name, file]) => [`offcut/${name}`, fileURLToPath(new URL(file, import.meta.url))]),
);

export default defineConfig({
  ...siteConfig(),
  test: {
    tags: [{ name: 'long', description: 'Skipped by npm test, run by npm run test:all.', timeout: 600_000 }],
    // By default, Vitest leaves one of two cores unused.
    maxWorkers: '100%',
    // Reveals tests that depend on an earlier one. The seed is fixed, so that a run on another machine has the same order;
    // --sequence.seed=SEED gives another one.
    sequence: { shuffle: { tests: true }, seed: 1 },
    projects: [
      {
        extends: true,
        resolve: { alias: packageEntries },
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'tools/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          // Time limits for tests that hang. Tests on a busy machine must not reach them.
          testTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        resolve: { alias: packageEntries },
        test: {
          name: 'browser',
          globalSetup: ['test/support/build-server.ts'],
          include: ['test/browser/**/*.test.ts'],
          // The files share a browser, which separate processes could not. None of these files mocks a module.
          isolate: false,
          runner: 'test/support/ordered-runner.ts',
          // On a busy machine, the longest tests take almost two minutes.
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          // Hooks build sites, which takes minutes on a busy machine.
          hookTimeout: 600_000,
          // Each worker has a browser, and more than two would compete for the cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      ...(findFirefox() === undefined ? [] : [firefoxProject()]),
    ],
  },
});

/** Configures the tests that also run in Firefox: a selection, or with OFFCUT_FIREFOX_TESTS=all every file that can. */
function firefoxProject() {
  const isAll = process.env['OFFCUT_FIREFOX_TESTS'] === 'all';
  return {
    extends: true as const,
    test: {
      name: 'firefox',
      env: { OFFCUT_TEST_BROWSER: 'firefox' },
      globalSetup: ['test/support/build-server.ts'],
      setupFiles: ['test/support/no-defects.ts'],
      include: isAll ? ['test/browser/**/*.test.ts'] : firefoxSelection,
      exclude: chromiumOnly,
      isolate: false,
      runner: 'test/support/ordered-runner.ts',
      testTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: 600_000,
      maxWorkers: 2,
      sequence: { groupOrder: 2 },
    },
  };
}
