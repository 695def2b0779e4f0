import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // An experimental rule of axe, and a rule of WCAG: the accessible name of a control contains its visible text.
  rules: { 'label-content-name-mismatch': { enabled: true } },
};

/** Returns every accessibility violation of the page, or of the part within a selector, with its elements. */
export async function findBarriers(tab: Page, within = 'html'): Promise<string[]> {
  // Through the debugger, because the page's policy forbids scripts of other origins.
  if (!(await tab.evaluate<boolean>(`'axe' in window`))) {
    await tab.evaluate(axe);
  }
  const { violations } = await tab.evaluate<AxeResults>(`axe.run('${within}', ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 300)}`));
}
