import { parseArgs } from 'node:util';
import { ShotFinder } from '#workers/media/analysis/shots/shot-finder.ts';
import { hasSharedMedia } from '../test/support/native.ts';
import { listClasses, makeRandom, type Case, type Class } from './scene-cuts/classes.ts';
import { readShots, readStills, size, type Footage } from './scene-cuts/pictures.ts';
import { keepTable, printTable, round, today } from './table.ts';

/**
 * Measures precision and recall of the scene cut detector (`ShotFinder`) on real cuts, dissolves and fades, and on similar events:
 * occluders, flashes, whip pans. Frames are composed from clips and stills of the shared folder, and from sources that ffmpeg
 * generates. Thresholds are chosen on one half of the sources (`--pool chosen`), and `--pool held-out` measures the other half.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/scene-cuts.ts [--pool held-out|chosen|all] [--only TEXT]
 *                    [--title TITLE --json docs/benchmarks/scene-cuts.json]
 */
const { values } = parseArgs({
  options: {
    pool: { type: 'string', default: 'all' },
    only: { type: 'string', default: '' },
    title: { type: 'string', default: 'Scene cuts found' },
    json: { type: 'string' },
  },
});
const frameRate = 25;
const columns = ['class', 'cases', 'changes', 'found', 'missed', 'false'];

type Found = { readonly changes: number; readonly found: number; readonly wrong: number };

const hasShared = hasSharedMedia();
const pool = (sources: readonly Footage[]): Footage[] =>
  sources.filter((_, at) => values.pool === 'all' || (at % 2 === 0) === (values.pool === 'chosen'));
const classes = listClasses({ shots: pool(readShots(hasShared)), stills: pool(readStills(hasShared)) });
const rows: (string | number)[][] = [];
const all: (Found & { readonly isCut: boolean })[] = [];
for (const one of classes.filter(({ name }) => name.includes(values.only))) {
  const found = sum(measure(one));
  all.push({ ...found, isCut: one.isCut });
  rows.push([one.name, one.count, found.changes, found.found, found.changes - found.found, found.wrong]);
}
const total = sum(all);
rows.push(['all', '', total.changes, total.found, total.changes - total.found, total.wrong]);
printTable(columns, rows);
const precision = (100 * total.found) / (total.found + total.wrong);
const recall = (100 * total.found) / total.changes;
const summary = `Precision ${round(precision, 1)} %, recall ${round(recall, 1)} %.`;
console.log(summary);
if (values.json) {
  keepTable(values.json, {
    title: values.title,
    command: `npx tsx --tsconfig test/tsconfig.json bench/scene-cuts.ts --pool ${values.pool} --title '${values.title}' --json docs/benchmarks/scene-cuts.json`,
    measured: today(),
    notes: [summary],
    columns,
    rows,
  });
}

function measure({ name, count, make }: Class): Found[] {
  return Array.from({ length: count }, (_, at) => score(make(makeRandom(name, at)), `${name} ${at}`));
}

/** Counts the scene cuts that are found, and false ones. Each scene cut is found once. */
function score({ frames, changes }: Case, name: string): Found {
  const finder = new ShotFinder(size);
  let count = 0;
  for (const frame of frames) {
    finder.add(frame, count++ / frameRate);
  }
  const shots = finder.finish(count / frameRate).slice(1);
  const starts = shots.map(({ startSeconds }) => Math.round(startSeconds * frameRate));
  const found = changes.filter(({ first, last }) => starts.some((start) => start >= first && start <= last));
  if (process.env['EACH'] && (found.length < changes.length || starts.length > found.length)) {
    console.log(name, starts.join(' '));
  }
  return { changes: changes.length, found: found.length, wrong: starts.length - found.length };
}

function sum(parts: readonly Found[]): Found {
  const add = (key: keyof Found): number => parts.reduce((total, part) => total + part[key], 0);
  return { changes: add('changes'), found: add('found'), wrong: add('wrong') };
}
