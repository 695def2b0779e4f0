import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distDir } from '#bridge/cli/build.ts';
import { isFirefox } from '../test/support/browser.ts';
import { allFeatures } from '../test/support/features/list.ts';
import { Kit } from '../test/support/matrix/kit.ts';
import { startProduct } from '../test/support/product.ts';
import { copyLikeSafari } from '../test/support/without-features.ts';
import { browsersPage, featuresFile, readColumns, withTables, type Column } from './features-table.ts';
import { today } from './table.ts';

/**
 * Runs each check of test/browser/platform/features.test.ts in one browser, and writes the results into docs/browsers.md.
 *
 *   npm run bench:features -- --name Chromium [--dist DIR]
 *   OFFCUT_TEST_BROWSER=firefox npm run bench:features -- --name 'Firefox ESR'
 *
 *   npm run bench:features -- --name 'Like Safari' --like-safari
 *
 * The name is that of the column. OFFCUT_CHROMIUM and OFFCUT_FIREFOX name the program to start.
 */
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: isFirefox ? 'Firefox' : 'Chromium' },
    dist: { type: 'string', default: distDir },
    'like-safari': { type: 'boolean', default: false },
  },
});

const kit = new Kit(await mkdtemp(join(tmpdir(), 'offcut-features-')));
const product = await startProduct({ distDir: values['like-safari'] ? await makeLikeSafari() : values.dist });
try {
  const sample = await product.upload(join(import.meta.dirname, '../public/sample/presenter.mp4'));
  // The compiler of this file adds names to functions with a helper, which a page does not have.
  await product.page.evaluate('globalThis.__name = (named) => named');
  const features: Record<string, string> = {};
  for (const { id, title, check } of allFeatures) {
    features[id] = await check({ product, kit, sample }).catch((error: unknown) => toReason(error));
    console.log(`${title}: ${features[id]}`);
  }
  const browser = values.name;
  const version = product.context.browser()?.version() ?? '';
  const made: Column = { browser, version, date: today(), features };
  const columns = [...readColumns().filter((one) => one.browser !== browser), made];
  await writeFile(featuresFile, `${JSON.stringify(columns, null, 2)}\n`);
  await writeFile(browsersPage, withTables(await readFile(browsersPage, 'utf8'), columns));
} finally {
  await product.close();
  await rm(kit.folder, { recursive: true, force: true });
}

async function makeLikeSafari(): Promise<string> {
  const folder = join(kit.folder, 'like-safari');
  await copyLikeSafari(values.dist, folder);
  return folder;
}

/** Returns the first line of an error. */
function toReason(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `does not work: ${line}`;
}
