import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LumaFrames } from '#workers/media/analysis/track/track-target.ts';
import { trackTarget } from '#workers/media/analysis/track/track-target.ts';
import { toBox, toPose } from '#workers/media/analysis/track/pose.ts';
import { decodeFrames } from '#test/support/native.ts';
import { openYunet } from '../../lib/open-yunet.ts';
import { defineCommand, json, list, text } from '../../command.ts';
import { round } from '../../lib/statistics.ts';
import { printRow, publish } from '../../lib/table.ts';
import { composeScene, sceneRate, sceneSize, type Truth } from './compose.ts';
import { trackScenes, type TrackScene } from './scenes.ts';

export const tracks = defineCommand({
  about: `Compares the tracker with OpenCV's trackers on targets with known paths. It needs Debian's python3-opencv, which belongs to
Debian's own Python.`,
  options: {
    scenes: list('NAME', 'parts of the names of scenes (default: all)'),
    trackers: list('NAME', 'trackers of OpenCV; missing ones are skipped', ['CSRT', 'KCF', 'MIL', 'MedianFlow']),
    python: text('FILE', 'the Python with OpenCV', '/usr/bin/python3'),
    cache: text('DIR', 'folder of the composed clips', join(tmpdir(), 'offcut-track-bench')),
    json: json('track'),
  },
  run: async (values, { command }) => {
    const table = {
      title: 'Tracks of known paths',
      command,
      notes: [
        `Twelve clips of five seconds at 1280 by 720, composed of real images and clips: patches, faces (some of them talking, stabilized so that nodding does not move the face) and objects on known paths. They scale, rotate and blur, the light changes, a twin is in the frame, boards hide them, and one leaves the frame. Our tracker processes 640 by 360 and runs here in Node; OpenCV's trackers (4.6, native) get the full frames. The speed is that of tracking alone, in frames per second of CPU time.`,
        `Error: mean distance of the box's center from the truth while at least half of the target is visible, in % of the frame width. Missed: visible frames that were not reported as tracked, in %. Hidden: frames reported as tracked, of those with less than a quarter visible. Found again: visible frames until the target is within 5 % of its position, for each time that it was hidden; no other column includes those frames.`,
      ],
      columns: [
        'scene',
        'tracker',
        'error, %',
        'missed, %',
        'hidden frames reported as tracked',
        'found again after',
        'frames/s',
      ],
      rows: await measureAll(values),
    };
    publish(table, values.json);
  },
});

type Opencv = { readonly trackers: readonly string[]; readonly python: string };

/** The size at which the product processes 1280 by 720. */
const lookedAt = { width: 640, height: 360 };
/** The minimum visible share of a visible target, and the maximum of a hidden one. */
const visibleShare = 0.5;
const hiddenShare = 0.25;

/** The center of the target's box in each frame; null if the tracker reports it as not visible. */
type Found = readonly ({ readonly x: number; readonly y: number } | null)[];
type Run = { readonly name: string; readonly found: Found; readonly places: Found; readonly seconds: number };

type Score = {
  readonly error: number;
  readonly hiddenTracked: string;
  readonly foundAgain: string;
  readonly missed: number;
  readonly framesPerSecond: number;
};

async function measureAll(
  values: Opencv & { readonly scenes: readonly string[]; readonly cache: string },
): Promise<(string | number)[][]> {
  mkdirSync(values.cache, { recursive: true });
  const { scenes } = values;
  const rows: (string | number)[][] = [];
  const totals = new Map<string, Score[]>();
  const add = (scene: string, tracker: string, score: Score): void => {
    rows.push([scene, tracker, ...toCells(score)]);
    printRow(rows.at(-1) ?? []);
  };
  for (const scene of trackScenes.filter(
    ({ name }) => scenes.length === 0 || scenes.some((one) => name.includes(one)),
  )) {
    const { file, truths } = await prepare(scene, values.cache);
    for (const run of [await runOurs(file, truths), ...runOpenCv(file, truths, values)]) {
      const score = judge(run, truths);
      totals.set(run.name, [...(totals.get(run.name) ?? []), score]);
      add(scene.name, run.name, score);
    }
  }
  for (const [name, scores] of totals) {
    add('all', name, total(scores));
  }
  return rows;
}

async function prepare(scene: TrackScene, folder: string): Promise<{ file: string; truths: Truth[] }> {
  const file = join(folder, `${scene.name.replaceAll(/\W+/g, '-')}.mp4`);
  const beside = `${file}.json`;
  if (!existsSync(beside)) {
    writeFileSync(beside, JSON.stringify(await composeScene(scene, file, await openYunet())));
  }
  return { file, truths: JSON.parse(readFileSync(beside, 'utf8')) as Truth[] };
}

async function runOurs(file: string, truths: readonly Truth[]): Promise<Run> {
  const frames = await decodeFrames(file, { ...lookedAt, pixels: 'gray' });
  const source: LumaFrames = {
    times: frames.map((_, index) => index / sceneRate),
    read: async function* (from, to) {
      for (const data of frames.slice(from, to)) {
        yield { ...lookedAt, data };
      }
    },
  };
  const scale = lookedAt.width / sceneSize.width;
  const { x, y, width, height } = startBox(truths);
  const pose = toPose({ x: x * scale, y: y * scale, width: width * scale, height: height * scale });
  const started = process.cpuUsage();
  const path = await trackTarget(source, [{ index: 0, pose }], () => undefined);
  const seconds = process.cpuUsage(started).user / 1e6;
  const places = path.map((label) => {
    const box = toBox(label.pose);
    return { x: (box.x + box.width / 2) / scale, y: (box.y + box.height / 2) / scale };
  });
  return {
    name: 'ours',
    places,
    found: places.map((at, index) => (path[index]?.state === 'tracked' ? at : null)),
    seconds,
  };
}

/** Runs trackers of OpenCV; missing ones are skipped. */
function runOpenCv(file: string, truths: readonly Truth[], { trackers, python }: Opencv): Run[] {
  if (trackers.length === 0) {
    return [];
  }
  const { x, y, width, height } = startBox(truths);
  const script = join(import.meta.dirname, 'opencv.py');
  const args = [script, file, ...[x, y, width, height].map(String), trackers.join(',')];
  const output = execFileSync(python, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const { name, seconds, boxes } = JSON.parse(line) as {
        name: string;
        seconds: number;
        boxes: (readonly [number, number, number, number] | null)[];
      };
      const found = boxes.map((box) => box && { x: box[0] + box[2] / 2, y: box[1] + box[3] / 2 });
      return { name, found, places: found, seconds };
    });
}

function startBox([first]: readonly Truth[]) {
  const { x = 0, y = 0, width = 1, height = 1 } = first ?? {};
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Scores a track: its error in % of the frame width, and its missed and hidden frames. */
function judge({ found, seconds }: Run, truths: readonly Truth[]): Score {
  const errors: number[] = [];
  const waits: number[] = [];
  let [hidden, wrong, missed, visible, since] = [0, 0, 0, 0, -1];
  truths.forEach((truth, index) => {
    const at = found[index] ?? null;
    const error = at ? (100 * Math.hypot(at.x - truth.x, at.y - truth.y)) / sceneSize.width : null;
    if (truth.visibleShare < hiddenShare) {
      hidden++;
      wrong += at ? 1 : 0;
      since = 0;
    } else if (truth.visibleShare >= visibleShare) {
      const isFound = error !== null && error < 5;
      if (since >= 0) {
        since = isFound ? (waits.push(since), -1) : since + 1;
      }
      if (since < 0) {
        visible++;
        missed += error === null ? 1 : 0;
        errors.push(...(error === null ? [] : [error]));
      }
    }
  });
  if (since > 0) {
    waits.push(Infinity);
  }
  return {
    error: errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length),
    hiddenTracked: hidden > 0 ? `${wrong}/${hidden}` : '',
    foundAgain: waits.join(' '),
    missed: (100 * missed) / Math.max(1, visible),
    framesPerSecond: truths.length / seconds,
  };
}

function toCells({ error, hiddenTracked, foundAgain, missed, framesPerSecond }: Score): (string | number)[] {
  return [round(error, 2), round(missed, 1), hiddenTracked, foundAgain, round(framesPerSecond, 0)];
}

function total(scores: readonly Score[]): Score {
  const mean = (value: (score: Score) => number): number =>
    scores.reduce((sum, score) => sum + value(score), 0) / scores.length;
  const shares = scores.flatMap(({ hiddenTracked }) => (hiddenTracked ? [hiddenTracked.split('/').map(Number)] : []));
  const add = (at: number): number => shares.reduce((sum, share) => sum + (share[at] ?? 0), 0);
  const waits = scores.flatMap(({ foundAgain }) => (foundAgain ? foundAgain.split(' ').map(Number) : []));
  return {
    error: mean(({ error }) => error),
    missed: mean(({ missed }) => missed),
    hiddenTracked: `${add(0)}/${add(1)}`,
    foundAgain: `${waits.filter((wait) => wait <= 10).length}/${waits.length} within 10`,
    framesPerSecond: mean(({ framesPerSecond }) => framesPerSecond),
  };
}
