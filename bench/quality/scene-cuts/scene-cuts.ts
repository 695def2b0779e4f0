import { ShotFinder } from '#workers/media/analysis/shots/shot-finder.ts';
import { hasSharedMedia } from '#test/support/native.ts';
import { choice, defineCommand, flag, json, text } from '../../command.ts';
import { round } from '../../lib/statistics.ts';
import { publish } from '../../lib/table.ts';
import { listClasses, makeRandom, type Case } from './classes.ts';
import { readShots, readStills, size, type Footage } from './pictures.ts';

const frameRate = 25;

export const sceneCuts = defineCommand({
  about: `Measures precision and recall of the scene cut detector on real cuts, dissolves and fades, and on similar events: occluders,
flashes, whip pans. Frames are composed from clips and stills of the shared folder, and from sources that ffmpeg generates.
Thresholds were chosen on one half of the sources (--pool chosen); --pool held-out measures the other half.`,
  options: {
    pool: choice(['all', 'chosen', 'held-out'], 'the sources', 'all'),
    only: text('TEXT', 'measure only classes whose names contain this text', ''),
    each: flag('print each case that is not completely right'),
    title: text('TEXT', 'the title of the table', 'Scene cuts found'),
    json: json('scene-cuts'),
  },
  run: async (values, { command }) => {
    const hasShared = hasSharedMedia();
    const pool = (sources: readonly Footage[]): Footage[] =>
      sources.filter((_, at) => values.pool === 'all' || (at % 2 === 0) === (values.pool === 'chosen'));
    const classes = listClasses({ shots: pool(readShots(hasShared)), stills: pool(readStills(hasShared)) });
    const found = classes
      .filter(({ name }) => name.includes(values.only))
      .map(({ name, count, make }) => {
        const cases = Array.from({ length: count }, (_, at) =>
          score(make(makeRandom(name, at)), `${name} ${at}`, values),
        );
        return { name, count, ...sum(cases) };
      });
    const all = sum(found);
    const precision = (100 * all.found) / (all.found + all.wrong);
    const recall = (100 * all.found) / all.changes;
    const summary = `Precision ${round(precision, 1)} %, recall ${round(recall, 1)} %.`;
    console.log(summary);
    const table = {
      title: values.title,
      command,
      notes: [summary],
      columns: ['class', 'cases', 'changes', 'found', 'missed', 'false'],
      rows: [...found, { name: 'all', count: '', ...all }].map((one) => [
        one.name,
        one.count,
        one.changes,
        one.found,
        one.changes - one.found,
        one.wrong,
      ]),
    };
    publish(table, values.json);
  },
});

type Found = { readonly changes: number; readonly found: number; readonly wrong: number };

/** Counts the scene cuts that are found, and false ones. Each scene cut is found once. */
function score({ frames, changes }: Case, name: string, { each }: { readonly each: boolean }): Found {
  const finder = new ShotFinder(size);
  let count = 0;
  for (const frame of frames) {
    finder.add(frame, count++ / frameRate);
  }
  const shots = finder.finish(count / frameRate).slice(1);
  const starts = shots.map(({ startSeconds }) => Math.round(startSeconds * frameRate));
  const found = changes.filter(({ first, last }) => starts.some((start) => start >= first && start <= last));
  if (each && (found.length < changes.length || starts.length > found.length)) {
    console.log(name, starts.join(' '));
  }
  return { changes: changes.length, found: found.length, wrong: starts.length - found.length };
}

function sum(parts: readonly Found[]): Found {
  const add = (key: keyof Found): number => parts.reduce((total, part) => total + part[key], 0);
  return { changes: add('changes'), found: add('found'), wrong: add('wrong') };
}
