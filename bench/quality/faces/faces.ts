import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Footage, Region } from '#core/analysis/footage.ts';
import { valueAt } from '#core/timeline/animate.ts';
import { samplesIn } from '#recipes/launch-cut/candidates.ts';
import { getCanvas } from '#recipes/launch-cut/document.ts';
import { linkFaces } from '#recipes/launch-cut/face-tracks.ts';
import { reframe, type Framing } from '#recipes/launch-cut/reframe.ts';
import { findFaceRegions } from '#workers/media/analysis/footage/face-watch.ts';
import { surveyVideo } from '#workers/media/analysis/footage/survey-video.ts';
import { readClip } from './read-clip.ts';
import { openYunet } from '../../lib/open-yunet.ts';
import { defineCommand, json, optionalText } from '../../command.ts';
import { round } from '../../lib/statistics.ts';
import { publish } from '../../lib/table.ts';

export const faces = defineCommand({
  about: `Reframes real clips to other aspect ratios, as launch-cut does with its shots, and counts the frames in which faces are
completely inside. Faces are detected in every frame, at twice the size at which the recipe samples five frames a second.`,
  operands: 'CLIP ...',
  options: {
    faces: optionalText('DIR', 'cache the detected faces there'),
    framings: optionalText('DIR', 'write the framings there'),
    json: json('launch'),
  },
  run: async (values, { operands, command }) => {
    const rows: (string | number)[][] = [];
    const totals = new Map<string, Score>();
    const setup = { ...values, detector: await openYunet() };
    for (const clip of operands) {
      await judgeClip(clip, setup, (name, aspect, score) => {
        rows.push([name, aspect, ...toCells(score)]);
        totals.set(aspect, add(totals.get(aspect) ?? emptyScore(), score));
      });
    }
    const table = {
      title: 'Faces in other aspect ratios',
      command,
      notes: [
        'Real clips, cut into spans of 1.2, 2.5 and 5 s as in a film, and reframed. Spans overlap, so a frame counts once for each span that contains it. A face is inside if its whole box is, with a tolerance of 5 % of its size. Faces that are larger than the frame are excluded.',
        "The ground truth was not made by hand: it contains the faces that YuNet, the recipe's own detector, finds in every frame at 640 pixels. The recipe itself samples five frames a second at 320 pixels. It analyzes every second one, and the others where faces move. If faces are small or not found, it uses 512 pixels. A face that YuNet does not find at 640 pixels is not counted.",
        "Each span has one main face: the recipe's own code links detections to tracks, and the track with the largest sum of areas over the span is the main one. Frames in which it is not found are not counted.",
        'The largest face is determined for each frame separately, and changes between frames if two faces have the same size. So even the best fixed 9:16 crop would contain it in at most 99.1 % of the frames of these clips. Faces that fit together are the largest one, and then, by size, those that the crop can contain at the same time. All faces include those that no crop of this aspect ratio could contain next to the larger ones.',
        'The constants of the recipe were chosen on these clips, so other clips may give worse results.',
      ],
      columns: [
        'clip',
        'aspect ratio',
        'frames with a face',
        'main face inside, %',
        'largest face inside, %',
        'faces that fit together inside, %',
        'all faces inside, %',
        'static spans, %',
        'fastest pan, widths/s',
      ],
      rows: [...rows, ...[...totals].map(([aspect, score]) => ['all', aspect, ...toCells(score)])],
    };
    publish(table, values.json);
  },
});

type Setup = {
  readonly detector: FaceDetector;
  readonly faces: string | undefined;
  readonly framings: string | undefined;
};
/** Receives the score of a clip at an aspect ratio. */
type Report = (name: string, aspect: string, score: Score) => void;

const aspects = ['9:16', '4:5', '1:1'] as const;
/** The spans to reframe, with the durations of slots, and the distance of their starts. */
const spanSeconds = [1.2, 2.5, 5];
const strideSeconds = 0.5;
const truthPx = 640;
/** The maximum difference of boxes of the same face in two frames, as a share of its size. */
const tolerance = 0.05;

type Truth = { readonly atSeconds: number; readonly faces: Region[] };
type Score = {
  frames: number;
  main: number;
  /** Frames with a face, and those with the largest face inside. */
  seen: number;
  largest: number;
  /** Faces that fit into the frame together with the larger ones, and those of them that are inside. */
  together: number;
  togetherInside: number;
  faces: number;
  inside: number;
  still: number;
  spans: number;
  speed: number;
};

async function judgeClip(
  file: string,
  { detector, faces: cache, framings: folder }: Setup,
  report: Report,
): Promise<void> {
  const name = basename(file, extname(file));
  const clip = await readClip(file);
  const hooks = { onProgress: () => undefined };
  const footage = await surveyVideo({ source: clip.source, warnings: new Set() }, detector, hooks);
  const source = { width: clip.width, height: clip.height, inside: footage.inside };
  const truths = await readTruths(name, clip, detector, cache);
  for (const aspect of aspects) {
    const canvas = getCanvas(aspect, 720);
    if (Math.abs(canvas.width / canvas.height - clip.width / clip.height) < 0.02) {
      continue;
    }
    const score = emptyScore();
    const framings = getSpans(footage).map(([start, end]) => {
      const seen = samplesIn(footage, start, end).map((sample) => ({ atSeconds: sample.atSeconds - start, sample }));
      const framing = reframe(source, canvas, seen);
      const within = truths.filter(({ atSeconds }) => atSeconds >= start && atSeconds < end);
      judgeSpan(score, {
        framing,
        canvas,
        truths: within.map((one) => ({ ...one, atSeconds: one.atSeconds - start })),
      });
      return { start, end, framing };
    });
    if (folder) {
      await mkdir(folder, { recursive: true });
      const kept = { file, aspect, canvas, footage, framings };
      await writeFile(join(folder, `${name}-${aspect.replace(':', 'x')}.json`), JSON.stringify(kept));
    }
    if (score.frames > 0) {
      report(name, aspect, score);
    }
  }
}

async function readTruths(
  name: string,
  { times, getPictures }: Awaited<ReturnType<typeof readClip>>,
  detector: FaceDetector,
  folder: string | undefined,
): Promise<Truth[]> {
  const kept = folder && join(resolve(folder), `${name}.json`);
  if (kept && existsSync(kept)) {
    return JSON.parse(await readFile(kept, 'utf8')) as Truth[];
  }
  const truths: Truth[] = [];
  for (const [at, picture] of (await getPictures(truthPx)).entries()) {
    truths.push({ atSeconds: times[at] ?? 0, faces: (await findFaceRegions(picture, detector)) ?? [] });
  }
  if (kept) {
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(kept, JSON.stringify(truths));
  }
  return truths;
}

/** Lists candidates within shots, as the recipe does. */
const getSpans = ({ shots }: Footage): [number, number][] =>
  shots.flatMap(({ startSeconds, endSeconds }) =>
    spanSeconds.flatMap((seconds) => {
      const count = Math.floor((endSeconds - startSeconds - seconds) / strideSeconds) + 1;
      return Array.from({ length: Math.max(0, count) }, (_, at): [number, number] => {
        const start = startSeconds + at * strideSeconds;
        return [start, start + seconds];
      });
    }),
  );

type Span = {
  readonly framing: Framing;
  readonly canvas: { readonly width: number; readonly height: number };
  readonly truths: readonly Truth[];
};

function judgeSpan(score: Score, { framing, canvas, truths }: Span): void {
  const across = (seconds: number): [number, number] =>
    toEdges(valueAt(framing.x, seconds), framing.width, canvas.width);
  const down = (seconds: number): [number, number] =>
    toEdges(valueAt(framing.y, seconds), framing.height, canvas.height);
  const [mains = []] = linkFaces(truths.map(({ atSeconds, faces }) => ({ atSeconds, sample: { faces, attention } })));
  for (const [at, { atSeconds, faces }] of truths.entries()) {
    const [[left, right], [top, bottom]] = [across(atSeconds), down(atSeconds)];
    const fitting = faces.filter(({ width, height }) => width <= right - left && height <= bottom - top);
    const isInside = ({ x, y, width, height }: Region): boolean =>
      Math.max(0, x) >= left - tolerance * width &&
      Math.min(1, x + width) <= right + tolerance * width &&
      Math.max(0, y) >= top - tolerance * height &&
      Math.min(1, y + height) <= bottom + tolerance * height;
    const main = fitting.find((one) => one === mains[at]);
    score.frames += main ? 1 : 0;
    score.main += main && isInside(main) ? 1 : 0;
    const bySize = fitting.toSorted((one, other) => other.width * other.height - one.width * one.height);
    const [largest] = bySize;
    score.seen += largest ? 1 : 0;
    score.largest += largest && isInside(largest) ? 1 : 0;
    const together = listTogether(bySize, { width: right - left, height: bottom - top });
    score.together += together.length;
    score.togetherInside += together.filter(isInside).length;
    score.faces += fitting.length;
    score.inside += fitting.filter(isInside).length;
  }
  const last = truths.at(-1)?.atSeconds ?? 0;
  const speeds = Array.from({ length: Math.floor(last * 10) }, (_, at) => {
    const [[from], [to]] = [across(at / 10), across((at + 1) / 10)];
    return (10 * Math.abs(to - from)) / (canvas.width / framing.width);
  });
  score.spans++;
  score.still += typeof framing.x === 'number' && typeof framing.y === 'number' ? 1 : 0;
  score.speed = Math.max(score.speed, ...speeds);
}

/** Lists faces, from the first on, while the frame can contain all of them at once. */
function listTogether(faces: readonly Region[], frame: { readonly width: number; readonly height: number }): Region[] {
  const held: Region[] = [];
  const span = (all: readonly Region[], from: 'x' | 'y', length: 'width' | 'height'): number =>
    Math.max(...all.map((one) => Math.min(1, one[from] + one[length]))) -
    Math.min(...all.map((one) => Math.max(0, one[from])));
  for (const face of faces) {
    const all = [...held, face];
    if (span(all, 'x', 'width') <= frame.width && span(all, 'y', 'height') <= frame.height) {
      held.push(face);
    }
  }
  return held;
}

/** The region of interest for frames without faces; it has no effect if there are faces. */
const attention = { x: 0.5, y: 0.5, width: 0, height: 0 };

/** The visible range of a frame along an axis, as shares of it. */
const toEdges = (centre: number, length: number, canvas: number): [number, number] => [
  (length / 2 - centre) / length,
  (length / 2 - centre + canvas) / length,
];

/** The sums over the spans of a clip, and over clips. */
const counted = [
  'frames',
  'main',
  'seen',
  'largest',
  'together',
  'togetherInside',
  'faces',
  'inside',
  'still',
  'spans',
] as const;

const emptyScore = (): Score => ({
  frames: 0,
  main: 0,
  seen: 0,
  largest: 0,
  together: 0,
  togetherInside: 0,
  faces: 0,
  inside: 0,
  still: 0,
  spans: 0,
  speed: 0,
});

const toCells = (score: Score): number[] => [
  score.frames,
  round((100 * score.main) / score.frames, 1),
  round((100 * score.largest) / score.seen, 1),
  round((100 * score.togetherInside) / score.together, 1),
  round((100 * score.inside) / score.faces, 1),
  round((100 * score.still) / score.spans, 0),
  round(score.speed, 2),
];

function add(one: Score, other: Score): Score {
  const sum = { ...one, speed: Math.max(one.speed, other.speed) };
  for (const name of counted) {
    sum[name] += other[name];
  }
  return sum;
}
