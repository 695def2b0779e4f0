import { spawnSync } from 'node:child_process';
import { getF1, scoreSpans, type Score } from './score.ts';
import { rate } from './noises.ts';
import type { Span, Talk } from './talk.ts';

/** The thresholds to try: first these, then those around the best of them. */
const thresholds = Array.from({ length: 13 }, (_, index) => -6 - 4 * index);
const finer = [-2, -1, 1, 2];
const minSeconds = 0.5;

/** Returns the result of ffmpeg's silencedetect at the best threshold for this clip. */
export function detectAtBest(talk: Talk, samples: Float32Array): Score {
  const tryAll = (all: readonly number[]): Tried =>
    all
      .map((db) => ({ db, score: scoreSpans(talk, detect(samples, db)) }))
      .reduce((best, one) => (getF1(one.score) > getF1(best.score) ? one : best));
  const coarse = tryAll(thresholds);
  return tryAll([coarse.db, ...finer.map((step) => coarse.db + step)]).score;
}

type Tried = { readonly db: number; readonly score: Score };

function detect(samples: Float32Array, thresholdDb: number): Span[] {
  const filter = `silencedetect=noise=${thresholdDb}dB:duration=${minSeconds}`;
  const args = ['-nostdin', '-f', 'f32le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0', '-af', filter];
  const { stderr } = spawnSync('ffmpeg', [...args, '-f', 'null', '-'], {
    input: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
    encoding: 'utf8',
  });
  const starts = [...stderr.matchAll(/silence_start: (\S+)/g)].map(([, seconds]) => Number(seconds));
  const ends = [...stderr.matchAll(/silence_end: (\S+)/g)].map(([, seconds]) => Number(seconds));
  return starts.map((startSeconds, index) => ({ startSeconds, endSeconds: ends[index] ?? samples.length / rate }));
}
