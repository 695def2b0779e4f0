import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkFile, type Finding } from './check.ts';

type Findings = ReadonlyMap<string, readonly Finding[]>;

const root = join(import.meta.dirname, '../..');
const baselinePath = join(import.meta.dirname, 'baseline.json');
const usage = `npm run prose                 compare the number of findings per file with tools/prose/baseline.json
npm run prose -- PATH...      print every finding in these files and folders
npm run prose -- --summary    count findings by folder and rule
npm run prose -- --update     write the baseline
`;

process.exitCode = run(process.argv.slice(2));

function run(args: readonly string[]): number {
  if (args.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const paths = args.filter((arg) => !arg.startsWith('--')).map((path) => relative(root, resolve(path)));
  if (args.includes('--update')) {
    return writeBaseline(findIn([]));
  }
  const findings = findIn(paths);
  if (args.includes('--summary')) {
    return printSummary(findings);
  }
  return paths.length > 0 ? printAll(findings) : compare(findings);
}

/** Checks the files of the project, or only the files and folders in `paths`. */
function findIn(paths: readonly string[]): Findings {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0');
  const files = listed
    .split('\0')
    .filter((path) => /\.(tsx?|m[jt]s|css|md)$/.test(path) && !/\.generated\./.test(path) && !deleted.includes(path))
    .filter(
      (path) => paths.length === 0 || paths.some((each) => each === '' || path === each || path.startsWith(`${each}/`)),
    );
  return new Map(
    files
      .map((path) => [path, checkFile(path, readFileSync(join(root, path), 'utf8'))] as const)
      .filter(([, found]) => found.length > 0),
  );
}

function printAll(findings: Findings): number {
  for (const [path, found] of findings) {
    process.stdout.write(toLines(path, found));
  }
  return findings.size === 0 ? 0 : 1;
}

function toLines(path: string, findings: readonly Finding[]): string {
  return findings.map(({ line, column, rule, message }) => `${path}:${line}:${column} ${rule} ${message}\n`).join('');
}

function writeBaseline(findings: Findings): number {
  const counts = Object.fromEntries([...findings].map(([path, found]) => [path, found.length]));
  writeFileSync(baselinePath, `${JSON.stringify(counts, null, 2)}\n`);
  return 0;
}

function compare(findings: Findings): number {
  const baseline: Readonly<Record<string, number>> = JSON.parse(readFileSync(baselinePath, 'utf8'));
  const worse = [...findings].filter(([path, found]) => found.length > (baseline[path] ?? 0));
  for (const [path, found] of worse) {
    process.stdout.write(`${toLines(path, found)}${path}: ${found.length} findings, allowed ${baseline[path] ?? 0}\n`);
  }
  const better = Object.entries(baseline).filter(([path, count]) => (findings.get(path)?.length ?? 0) < count);
  if (better.length > 0) {
    process.stdout.write(`Prose: ${better.length} files have fewer findings than allowed: npm run prose -- --update\n`);
  }
  return worse.length === 0 ? 0 : 1;
}

function printSummary(findings: Findings): number {
  const byFolder = new Map<string, number>();
  const byRule = new Map<string, number>();
  for (const [path, found] of findings) {
    const folder = path
      .split('/')
      .slice(0, path.startsWith('src/') ? 2 : 1)
      .join('/');
    byFolder.set(folder, (byFolder.get(folder) ?? 0) + found.length);
    for (const { rule } of found) {
      byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
    }
  }
  const total = [...byFolder.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${toTable(byFolder)}\n${toTable(byRule)}\n${total} findings in ${findings.size} files\n`);
  return 0;
}

function toTable(counts: ReadonlyMap<string, number>): string {
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return rows.map(([name, count]) => `${String(count).padStart(6)}  ${name}\n`).join('');
}
