import { spawnSync } from 'node:child_process';
import { f1Of, scoreSpans, type Score } from './score.ts';
import { rate } from './noises.ts';
import type { Span, Talk } from './talk.ts';

/** The thresholds that are tried. */
const thresholds = Array.from({ length: 26 }, (_, index) => -10 - 2 * index);
const leastSeconds = 0.5;

/** What ffmpeg's silencedetect finds at the threshold that suits this very clip best. */
export function detectAtBest(talk: Talk, samples: Float32Array): Score {
  const scores = thresholds.map((db) => scoreSpans(talk, detect(samples, db)));
  return scores.reduce((best, one) => (f1Of(one) > f1Of(best) ? one : best));
}

function detect(samples: Float32Array, thresholdDb: number): Span[] {
  const filter = `silencedetect=noise=${thresholdDb}dB:duration=${leastSeconds}`;
  const args = ['-nostdin', '-f', 'f32le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0', '-af', filter];
  const { stderr } = spawnSync('ffmpeg', [...args, '-f', 'null', '-'], {
    input: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
    encoding: 'utf8',
  });
  const starts = [...stderr.matchAll(/silence_start: (\S+)/g)].map(([, seconds]) => Number(seconds));
  const ends = [...stderr.matchAll(/silence_end: (\S+)/g)].map(([, seconds]) => Number(seconds));
  return starts.map((startSeconds, index) => ({ startSeconds, endSeconds: ends[index] ?? samples.length / rate }));
}
