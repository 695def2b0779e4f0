import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import MusicTempo from 'music-tempo';
import { findRhythm } from '#workers/media/analysis/beats/find-rhythm.ts';
import { OnsetListener } from '#workers/media/analysis/beats/onset-curves.ts';
import { hasSharedMedia, sharedFolder } from '../test/support/native.ts';
import { changingTempo, makeRhythm, rhythmKinds, type RhythmKind } from '../test/support/rhythms.ts';

/**
 * Measures the accuracy of beats, against music-tempo (BeatRoot, S. Dixon 2001): in generated rhythms with known beats, and in the
 * music of the shared folder with known tempo. `npx tsx --tsconfig test/tsconfig.json bench/beats.ts`.
 */

const run = promisify(execFile);
/** The tolerance of a found beat, as in the MIREX evaluations. */
const toleranceSeconds = 0.07;
const seconds = 30;
/** Three rhythms of each kind. Several were used to tune the tracker, so the music is the independent check. */
const tempi: Readonly<Record<RhythmKind, readonly number[]>> = {
  house: [118, 125, 133],
  'hip-hop': [78, 91, 99],
  'drum-and-bass': [160, 168, 174],
  ballad: [68, 73, 82],
  rock: [112, 131, 149],
  'off-beat hats': [84, 108, 121],
};
/** The music, with the tempo of the folder's own notes. */
const music = [
  { file: 'beat_145.mp3', bpm: 145 },
  { file: 'beat_120_ripper.mp3', bpm: 120 },
  { file: 'jazz_130_vibe_ace.ogg', bpm: 130 },
] as const;

type Scored = { readonly bpm: number; readonly strict: number; readonly octave: number };
type Row = { readonly name: string; readonly ours: Scored; readonly theirs: Scored; readonly speed: number };

const kinds = Object.keys(rhythmKinds).filter((kind): kind is RhythmKind => Object.hasOwn(rhythmKinds, kind));
/** Tempo changes, in beats a minute: from and to. */
const changes = [
  [120, 80],
  [90, 135],
  [140, 110],
] as const;

const judgeMade = (): Row[] =>
  kinds.flatMap((kind) =>
    tempi[kind].map((bpm) => judgeRhythm(`${kind}, ${bpm}`, makeRhythm(kind, bpm, seconds, { seed: bpm }))),
  );

const judgeChanging = (): Row[] =>
  kinds.flatMap((kind) =>
    changes.map(([from, to]) => {
      const made = makeRhythm(kind, from, seconds, { seed: from, getTime: changingTempo(from, to, seconds) });
      return judgeRhythm(`${kind}, ${from} to ${to}`, made);
    }),
  );

function judgeRhythm(name: string, { samples, sampleRate, beats }: ReturnType<typeof makeRhythm>): Row {
  const judge = (found: readonly number[]): Omit<Scored, 'bpm'> => ({
    strict: getScore(found, beats),
    octave: Math.max(...getOctaves(beats).map((one) => getScore(found, one))),
  });
  return compare(name, samples, resample(samples, sampleRate, 44_100), judge);
}

async function judgeMusic(): Promise<Row[]> {
  const found: Row[] = [];
  for (const { file, bpm } of music) {
    const [samples, forTheirs] = [await decode(file, 48_000), await decode(file, 44_100)];
    const length = samples.length / 48_000;
    // Their beats have a constant tempo. The first beat is not documented, so the best fit is used.
    const judge = (beats: readonly number[]): Omit<Scored, 'bpm'> => ({
      strict: scoreOnGrid(beats, bpm, length),
      octave: Math.max(...[bpm / 2, bpm, 2 * bpm].map((one) => scoreOnGrid(beats, one, length))),
    });
    found.push(compare(file, samples, forTheirs, judge));
  }
  return found;
}

function compare(
  name: string,
  samples: Float32Array,
  forTheirs: Float32Array,
  judge: (beats: readonly number[]) => Omit<Scored, 'bpm'>,
): Row {
  const startedAt = performance.now();
  const listener = new OnsetListener(48_000);
  listener.add(samples);
  const found = findRhythm(listener.finish(), null);
  const rhythm = typeof found === 'string' ? null : found;
  const speed = samples.length / 48 / (performance.now() - startedAt);
  const other = new MusicTempo(forTheirs);
  return {
    name,
    speed,
    ours: { bpm: rhythm?.bpm ?? 0, ...judge(rhythm?.beats ?? []) },
    theirs: { bpm: Number(other.tempo), ...judge(other.beats) },
  };
}

/** Returns the F-measure: each beat is found once. */
function getScore(found: readonly number[], beats: readonly number[]): number {
  const free = new Set(found);
  const hits = beats.filter((beat) => {
    const near = [...free].find((one) => Math.abs(one - beat) <= toleranceSeconds);
    return near !== undefined && free.delete(near);
  });
  return (2 * hits.length) / Math.max(1, found.length + beats.length);
}

/** Lists the beats, every second beat, and beats at twice the tempo. */
const getOctaves = (beats: readonly number[]): number[][] => [
  [...beats],
  beats.filter((_, at) => at % 2 === 0),
  beats.filter((_, at) => at % 2 === 1),
  beats.flatMap((beat, at) => [beat, (beat + (beats[at + 1] ?? beat)) / 2]).slice(0, -1),
];

function scoreOnGrid(beats: readonly number[], bpm: number, length: number): number {
  const step = 60 / bpm;
  const starts = Array.from({ length: 50 }, (_, at) => (at * step) / 50);
  const gridFrom = (start: number): number[] =>
    Array.from({ length: Math.ceil((length - start) / step) }, (_, at) => start + at * step);
  return Math.max(...starts.map((start) => getScore(beats, gridFrom(start))));
}

async function decode(file: string, rate: number): Promise<Float32Array> {
  const args = [
    '-v',
    'error',
    '-i',
    join(sharedFolder, 'media/music', file),
    '-ac',
    '1',
    '-ar',
    String(rate),
    '-f',
    'f32le',
    '-',
  ];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** Resamples linearly, which is sufficient to detect onsets. */
const resample = (samples: Float32Array, from: number, to: number): Float32Array =>
  Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, at) => {
    const place = (at * from) / to;
    const before = Math.floor(place);
    return (samples[before] ?? 0) * (1 - place + before) + (samples[before + 1] ?? 0) * (place - before);
  });

await main();

async function main(): Promise<void> {
  report('constant tempo', [...judgeMade(), ...(hasSharedMedia() ? await judgeMusic() : [])]);
  report('changing tempo', judgeChanging());
}

function report(title: string, rows: readonly Row[]): void {
  console.log(title);
  console.table(
    rows.map(({ name, ours, theirs, speed }) => ({
      name,
      bpm: ours.bpm.toFixed(1),
      F: ours.strict.toFixed(3),
      'F, octave allowed': ours.octave.toFixed(3),
      'bpm, music-tempo': theirs.bpm.toFixed(1),
      'F, music-tempo': theirs.strict.toFixed(3),
      'F, octave allowed, music-tempo': theirs.octave.toFixed(3),
      'times real time': Math.round(speed),
    })),
  );
  const mean = (of: (row: Row) => number): string =>
    (rows.reduce((sum, row) => sum + of(row), 0) / rows.length).toFixed(3);
  console.log(`ours: F ${mean(({ ours }) => ours.strict)}, octave allowed ${mean(({ ours }) => ours.octave)}`);
  console.log(
    `music-tempo: F ${mean(({ theirs }) => theirs.strict)}, octave allowed ${mean(({ theirs }) => theirs.octave)}`,
  );
}
