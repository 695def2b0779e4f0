import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFirefox } from '#test/support/browser.ts';
import { allFeatures } from '#test/support/features/list.ts';
import { Kit } from '#test/support/matrix/kit.ts';
import type { Product } from '#test/support/product.ts';
import { copyLikeSafari } from '#test/support/without-features.ts';
import { defineCommand, dist, flag, text } from '../command.ts';
import { today } from '../lib/table.ts';
import { findBuild, samplesDir, withFolder, withProduct } from '../lib/workplace.ts';
import { browsersPage, featuresFile, readColumns, withTables, type Column } from './features-table.ts';

export const features = defineCommand({
  about: `Runs each check of test/browser/platform/features.test.ts in one browser, and writes the results into docs/browsers.md. The
browser is Chromium, or Firefox with OFFCUT_TEST_BROWSER=firefox. OFFCUT_CHROMIUM and OFFCUT_FIREFOX name the program to start.`,
  options: {
    name: text('NAME', 'the column of the tables, such as "Firefox ESR"', isFirefox ? 'Firefox' : 'Chromium'),
    'like-safari': flag('leave out the features that Safari lacks'),
    dist,
  },
  run: (values) =>
    withFolder(async (folder) => {
      let distDir = await findBuild(values.dist);
      if (values['like-safari']) {
        await copyLikeSafari(distDir, join(folder, 'like-safari'));
        distDir = join(folder, 'like-safari');
      }
      const made = await withProduct({ dist: distDir }, (product) => check(product, new Kit(folder), values.name));
      const columns = [...readColumns().filter(({ browser }) => browser !== made.browser), made];
      await writeFile(featuresFile, `${JSON.stringify(columns, null, 2)}\n`);
      await writeFile(browsersPage, withTables(await readFile(browsersPage, 'utf8'), columns));
    }),
});

async function check(product: Product, kit: Kit, browser: string): Promise<Column> {
  const sample = await product.upload(join(samplesDir, 'presenter.mp4'));
  // The compiler of this file adds names to functions with a helper, which a page does not have.
  await product.page.evaluate('globalThis.__name = (named) => named');
  const results: Record<string, string> = {};
  for (const feature of allFeatures) {
    const { id, title } = feature;
    results[id] = await feature.check({ product, kit, sample }).catch((error: unknown) => toReason(error));
    console.log(`${title}: ${results[id]}`);
  }
  const version = product.context.browser()?.version() ?? '';
  return { browser, version, date: today(), features: results };
}

/** Returns the first line of an error. */
function toReason(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `does not work: ${line}`;
}
