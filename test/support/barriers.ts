import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // An experiment of axe, and a rule of WCAG: who speaks to a control says what it shows.
  rules: { 'label-content-name-mismatch': { enabled: true } },
};

/** Every rule of accessibility that the page, or the part of it within a selector, breaks, with the elements that break it. */
export async function findBarriers(tab: Page, within = 'html'): Promise<string[]> {
  // Through the debugger, since the page's policy forbids scripts that are not its own.
  if (!(await tab.evaluate<boolean>(`'axe' in window`))) {
    await tab.evaluate(axe);
  }
  const { violations } = await tab.evaluate<AxeResults>(`axe.run('${within}', ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 300)}`));
}
