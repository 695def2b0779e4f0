import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolder } from '#test/support/native.ts';
import { createRandom, noises, rate } from './noises.ts';

/** A span of a clip, in seconds. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** Talk with silences at known times. */
export type Talk = {
  readonly name: string;
  /** The talk alone. */
  readonly clean: Float32Array<ArrayBuffer>;
  /** The inserted silences. */
  readonly silences: readonly Span[];
  /** The pauses of the talk itself, which may be found or not. */
  readonly pauses: readonly Span[];
};

const sentences = [
  'This is the first part of the lesson',
  'Six sheep should sleep in the shed',
  'Press the switch and wait for the light',
  'Nothing here is difficult',
  'Most of it fits on a single page',
  'She asked for fresh fish and chips',
  'Let us look at the figures',
  'They were higher than we thought',
  'What happens if it rains',
  'Then we stay inside and paint',
  'The second half of this is shorter',
  'Thanks for watching',
];
const voices = ['en-us+f3', 'en-gb', 'en-us+m3', 'en-gb-scotland+f2'];
/**
 * A clip of a real person who talks, from the shared media; others there have music under the talk, so their pauses are unknown.
 */
const clips = ['video/talk_office_mpeg4.mp4'];

/** The level, below its loudest part, at which a word starts and ends; noise at 15 dB hides it at about this level. */
const quietDb = 20;
/** The maximum gap between words of one piece. */
const gapSeconds = 0.3;
const stepSeconds = 0.01;

/** Lists all talks that can be created here: synthesized speech, and real people if the shared clips exist. */
export function listTalks(): Talk[] {
  const synthesised = voices.map((voice, index) => assemble(`synthesised, ${voice}`, speak(voice), index + 1));
  const real = clips
    .map((clip) => join(sharedFolder, 'media', clip))
    .filter(existsSync)
    .map((file, index) => assemble(`real, ${file.replace(/.*\//, '')}`, getPieces(decode(file)), index + 11));
  return [...synthesised, ...real];
}

/** Returns the talk with a noise that is `snrDb` below the level of its speech. */
export function mix({ clean, silences }: Talk, noise: string, snrDb: number): Float32Array<ArrayBuffer> {
  const next = noises[noise]?.(createRandom(7));
  const made = clean.map((_, at) => next?.(at) ?? 0);
  const speech = rms(clean.filter((_, at) => !silences.some((one) => contains(one, at / rate))));
  const gain = (speech * 10 ** (-snrDb / 20)) / rms(made);
  return clean.map((sample, at) => sample + gain * (made[at] ?? 0));
}

const contains = ({ startSeconds, endSeconds }: Span, seconds: number): boolean =>
  seconds >= startSeconds && seconds < endSeconds;

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}

function speak(voice: string): Float32Array<ArrayBuffer>[] {
  const folder = mkdtempSync(join(tmpdir(), 'talk-'));
  return sentences.flatMap((sentence, index) => {
    const file = join(folder, `${index}.wav`);
    execFileSync('espeak-ng', ['-v', voice, '-s', '155', '-w', file, sentence]);
    return getPieces(decode(file));
  });
}

function decode(file: string): Float32Array<ArrayBuffer> {
  const args = ['-v', 'error', '-nostdin', '-i', file, '-ac', '1', '-ar', String(rate), '-f', 'f32le', '-'];
  const raw = execFileSync('ffmpeg', args, { maxBuffer: 1 << 30 });
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + (raw.length & ~3)));
}

/** Returns the parts of a recording that contain words, without quiet ends. */
function getPieces(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer>[] {
  return loudSpans(samples)
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds > 0.3)
    .map(({ startSeconds, endSeconds }) => samples.slice(startSeconds * rate, endSeconds * rate));
}

/** Returns the audible spans, joined over gaps of less than `gapSeconds`. */
function loudSpans(samples: Float32Array): Span[] {
  const step = Math.round(stepSeconds * rate);
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    rms(samples.subarray(index * step, (index + 1) * step)),
  );
  const least = Math.max(...levels) * 10 ** (-quietDb / 20);
  const spans: Span[] = [];
  for (const [index, level] of levels.entries()) {
    const startSeconds = index * stepSeconds;
    const last = spans.at(-1);
    if (level < least) {
      continue;
    }
    if (last && startSeconds - last.endSeconds < gapSeconds) {
      spans[spans.length - 1] = { ...last, endSeconds: startSeconds + stepSeconds };
    } else {
      spans.push({ startSeconds, endSeconds: startSeconds + stepSeconds });
    }
  }
  return spans;
}

/** Joins pieces with silences of 0.6 to 2.6 s between them; short talks are repeated to a minute. */
function assemble(name: string, pieces: readonly Float32Array<ArrayBuffer>[], seed: number): Talk {
  const random = createRandom(seed);
  const parts: Float32Array<ArrayBuffer>[] = [];
  const silences: Span[] = [];
  let length = 0;
  const add = (part: Float32Array<ArrayBuffer>): void => {
    parts.push(part);
    length += part.length;
  };
  for (const piece of repeated(pieces)) {
    add(piece);
    const silence = new Float32Array(Math.round((0.6 + 2 * random()) * rate));
    silences.push({ startSeconds: length / rate, endSeconds: (length + silence.length) / rate });
    add(silence);
  }
  const clean = new Float32Array(length);
  parts.reduce((at, part) => (clean.set(part, at), at + part.length), 0);
  return { name, clean, silences, pauses: findPauses(clean, silences) };
}

/** Repeats the pieces until they last a minute with the silences, whose mean is 1.6 s. */
function repeated(pieces: readonly Float32Array<ArrayBuffer>[]): Float32Array<ArrayBuffer>[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length + 1.6 * rate, 0);
  const times = length > 0 ? Math.ceil((60 * rate) / length) : 0;
  return Array.from({ length: times }, () => pieces).flat();
}

/** Returns the spans of at least 0.3 s in which the talk itself is quiet. */
function findPauses(clean: Float32Array, silences: readonly Span[]): Span[] {
  const spans = loudSpans(clean);
  return spans.slice(1).flatMap((span, index) => {
    const pause = { startSeconds: spans[index]?.endSeconds ?? 0, endSeconds: span.startSeconds };
    const isMade = silences.some((one) => one.startSeconds < pause.endSeconds && one.endSeconds > pause.startSeconds);
    return isMade ? [] : [pause];
  });
}
