import type { SoundSpan } from '#core/timeline/sound.ts';
import { Gain } from './gain.ts';
import { silence, type Stereo } from './stereo.ts';
import type { Voice } from './voice.ts';

/** A range of frames of the canvas, at the sample rate of the mix. */
export type Passage = { readonly from: number; readonly to: number };

/** The frames of a block. */
const blockFrames = 4096;

/** Opens the voice of a span; null if nothing of it is audible. */
export type OpenVoice = (span: SoundSpan) => Promise<Voice | null>;

/** A span that is audible in the passage. */
type Part = { readonly span: SoundSpan; readonly gain: Gain };
type Singing = Part & { readonly voice: Voice };

/** Sums all spans, block by block. Each voice is open only while it is audible. */
export async function* mixSpans(
  spans: readonly SoundSpan[],
  { from, to }: Passage,
  open: OpenVoice,
): AsyncGenerator<Stereo, void> {
  const waiting = spans
    .map((span) => ({ span, gain: new Gain(span) }))
    .filter(({ gain }) => gain.from < to && gain.to > from)
    .toSorted((a, b) => a.gain.from - b.gain.from);
  let singing: readonly Singing[] = [];
  try {
    for (let first = from; first < to; first += blockFrames) {
      const count = Math.min(blockFrames, to - first);
      singing = [...singing, ...(await openDue(waiting, first + count, open))];
      yield await addUp(singing, first, count);
      singing = await closeDone(singing, first + count);
    }
  } finally {
    await Promise.all(singing.map(({ voice }) => voice.close()));
  }
}

/** Removes from `waiting`, which is in order, the parts that begin before `end`, and opens them. */
async function openDue(waiting: Part[], end: number, open: OpenVoice): Promise<Singing[]> {
  const index = waiting.findIndex(({ gain }) => gain.from >= end);
  const due = waiting.splice(0, index < 0 ? waiting.length : index);
  const opened = await Promise.all(due.map(async (part) => ({ ...part, voice: await open(part.span) })));
  return opened.flatMap(({ voice, ...part }) => (voice ? [{ ...part, voice }] : []));
}

async function closeDone(singing: readonly Singing[], at: number): Promise<Singing[]> {
  const [done, rest] = [singing.filter(({ gain }) => gain.to <= at), singing.filter(({ gain }) => gain.to > at)];
  await Promise.all(done.map(({ voice }) => voice.close()));
  return rest;
}

/** Sums the voices in the order of the spans, so that rounding is always the same. */
async function addUp(singing: readonly Singing[], first: number, count: number): Promise<Stereo> {
  const sum = { left: new Float32Array(count), right: new Float32Array(count) };
  const heard = await Promise.all(singing.map((one) => takePart(one, first, count)));
  for (const { sound, level, offset } of heard) {
    add(sound.left, level, sum.left, offset);
    add(sound.right, level, sum.right, offset);
  }
  return sum;
}

/** Returns the audible part of a voice within a block; nothing is decoded where its gain is zero. */
async function takePart({ voice, gain }: Singing, first: number, count: number) {
  const from = Math.max(first, gain.from);
  const length = Math.max(0, Math.min(first + count, gain.to) - from);
  const level = gain.read(from, length);
  const sound = level === 0 ? silence(0) : await voice.take(from - gain.from, length);
  return { sound, level, offset: from - first };
}

function add(sound: Float32Array, level: Float32Array | number, sum: Float32Array, offset: number): void {
  if (typeof level === 'number') {
    for (let i = 0; i < sound.length; i += 1) {
      sum[offset + i] = (sum[offset + i] ?? 0) + level * (sound[i] ?? 0);
    }
    return;
  }
  for (let i = 0; i < sound.length; i += 1) {
    sum[offset + i] = (sum[offset + i] ?? 0) + (level[i] ?? 0) * (sound[i] ?? 0);
  }
}
