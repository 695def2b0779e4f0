import { defineConfig } from 'vitest/config';
import { siteConfig } from './src/build/site.ts';
import { findFirefox } from '#bridge/browser/firefox.ts';

/** What `npm test` runs in Firefox. */
const firefoxSelection = ['contract', 'features', 'formats', 'pictures', 'service-worker-life'].map(
  (name) => `test/browser/*/${name}.test.ts`,
);

/**
 * Files that need the protocol, the flags or the touch events of Chromium; that start workers in a worker without the page that does so
 * in Firefox (`src/wire/nested-workers.ts`); or that press Tab past the last control of a page, from where the protocol of Firefox does
 * not return.
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

export default defineConfig({
  ...siteConfig(),
  test: {
    tags: [{ name: 'long', description: 'Left out by npm test, run by npm run test:all.', timeout: 600_000 }],
    // Vitest would leave one of two cores free.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'tools/**/*.test.ts'],
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
      ...(findFirefox() === undefined ? [] : [firefoxProject()]),
    ],
  },
});

/** The tests that run in Firefox as well: a selection, or with OFFCUT_FIREFOX_TESTS=all every file that can. */
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
      testTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: 600_000,
      maxWorkers: 2,
      sequence: { groupOrder: 2 },
    },
  };
}
