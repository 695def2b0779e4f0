import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { toText, type Report } from './speed/report.ts';
import { listPairs, toSummary } from './speed/summary.ts';
import { defineCommand } from './command.ts';
import { readPage, toSection } from './lib/table.ts';
import { docsDir } from './lib/workplace.ts';

const folder = join(docsDir, 'benchmarks');

const generated = (source: string): string => `<!-- Generated from ${source} by \`npm run bench -- pages\`. -->`;
/** The marks around the generated table of docs/benchmarks.md. */
const [start, end] = [generated('benchmarks/speed'), '<!-- The end of what is generated. -->'];

/** Returns the texts of all pages, by their paths. */
export function renderPages(): Readonly<Record<string, string>> {
  const speed = join(folder, 'speed');
  const reports = readdirSync(speed)
    .toSorted()
    .toReversed()
    .map((name) => JSON.parse(readFileSync(join(speed, name), 'utf8')) as Report);
  const tables = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return {
    ...Object.fromEntries(tables.map((name) => [join(folder, name.replace('.json', '.md')), renderTables(name)])),
    [join(folder, 'speed.md')]: renderSpeed(reports),
    [join(docsDir, 'benchmarks.md')]: withSummary(readFileSync(join(docsDir, 'benchmarks.md'), 'utf8'), reports),
  };
}

function renderTables(name: string): string {
  const { title, about, tables } = readPage(join(folder, name));
  return `${[`# ${title}`, generated(basename(name)), ...about, ...tables.map(toSection)].join('\n\n')}\n`;
}

const renderSpeed = (reports: readonly Report[]): string =>
  `${['# How fast it is, in detail', generated('speed/'), ...reports.map(toText)].join('\n\n')}\n`;

function withSummary(page: string, reports: readonly Report[]): string {
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`docs/benchmarks.md lacks the marks of its table: "${start}" and "${end}"`);
  }
  return `${before}${start}\n\n${toSummary(listPairs(reports))}\n\n${end}${after}`;
}

export const pages = defineCommand({
  about: `Generates the pages of docs/benchmarks, and the table of docs/benchmarks.md, from the JSON files of docs/benchmarks.`,
  options: {},
  run: async () => {
    for (const [path, page] of Object.entries(renderPages())) {
      writeFileSync(path, page);
    }
  },
});
