import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { toText, type Report } from './report.ts';
import { listPairs, toSummary } from './summary.ts';
import { readPage, toSection } from './table.ts';

/**
 * Generates the pages of docs/benchmarks, and the table of docs/benchmarks.md, from the JSON files of docs/benchmarks.
 *
 *   npm run bench:pages
 */
const docs = resolve(import.meta.dirname, '../docs');
const folder = join(docs, 'benchmarks');

const generated = (source: string): string => `<!-- Generated from ${source} by \`npm run bench:pages\`. -->`;
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
    [join(docs, 'benchmarks.md')]: withSummary(readFileSync(join(docs, 'benchmarks.md'), 'utf8'), reports),
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
    throw new Error(`docs/benchmarks.md has no place for its table: between "${start}" and "${end}"`);
  }
  return `${before}${start}\n\n${toSummary(listPairs(reports))}\n\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(renderPages())) {
    writeFileSync(path, text);
  }
}
