import type { BedOptions } from '#core/analysis/bed.ts';
import { mixRate, type Stereo } from '../mix/stereo.ts';
import { createRandom } from '#core/lib/random.ts';
import { reverberate } from './room.ts';
import { toHz, writeScore, type Bar, type Score } from './score.ts';
import {
  add,
  boom,
  createClap,
  createHat,
  createLowPass,
  createRiser,
  createSamples,
  createSaw,
  kick,
  play,
  toShare,
} from './voices.ts';

/** The ducking of chords and bass under the bass drum: its depth and its release time. */
const pumpDepth = 0.7;
const pumpSeconds = 0.26;
const centre = { pan: 0 } as const;

/** The buses of a bed: dry, with reverb, and ducked under the bass drum. */
type Parts = { readonly drums: Stereo; readonly wet: Stereo; readonly pumped: Stereo };

/**
 * Composes music in two channels at 48 kHz: chords first, then a build with hats, a roll and a rising noise, drums and bass at the
 * drop, and a last chord that rings out. The loudness is not normalised here. Calls `pause` after each
 * few milliseconds of work.
 */
export async function composeBed(options: BedOptions, pause: () => Promise<void>): Promise<Stereo> {
  const score = writeScore(options);
  const frames = Math.round(options.durationSeconds * mixRate);
  const random = createRandom(options.seed + 1);
  const parts: Parts = { drums: silent(frames), wet: silent(frames), pumped: silent(frames) };
  const kicks: number[] = [];
  for (const bar of score.bars) {
    await playChord(parts, score, bar, options, pause);
    playArpeggio(parts, score, bar, options);
    playDrums(parts, score, bar, random, kicks);
    if (bar.passage === 'drop') {
      playBass(parts, score, bar);
    }
    await pause();
  }
  playTurns(parts, score, options, random);
  pump(parts.pumped, kicks);
  return mixDown(parts, options);
}

const silent = (frames: number): Stereo => ({ left: new Float32Array(frames), right: new Float32Array(frames) });

/** Plays each note with two slightly detuned saws; the filter opens towards the drop. */
async function playChord(
  { pumped }: Parts,
  { beatSeconds }: Score,
  bar: Bar,
  { endSeconds }: BedOptions,
  pause: () => Promise<void>,
): Promise<void> {
  const isLast = bar.passage === 'outro';
  const seconds = 4 * beatSeconds + (isLast ? 1.5 : 0.15);
  const cutoff = bar.passage === 'drop' ? 2600 : isLast ? 1500 : 350 + 1500 * bar.progress ** 2;
  // The last chord continues: everything after the end is part of its release.
  if (isLast && bar.startSeconds > endSeconds + 4 * beatSeconds) {
    return;
  }
  const level = (bar.passage === 'intro' ? 0.11 : 0.09) * (isLast ? 1.1 : 1);
  const places = [-1, 1].map((side) => ({ side, place: { pan: side * 0.7, level }, samples: createSamples(seconds) }));
  for (const [index, note] of bar.chord.entries()) {
    // Both saws in one loop, without a callback for each sample: chords are most of the work.
    const sides = places.map(({ side, place, samples }) => ({
      place,
      samples,
      saw: createSaw(toHz(note) * (1 + side * 0.0022), index * 0.37 + side * 0.11 + 1),
      low: createLowPass(),
    }));
    for (let i = 0; i < Math.round(seconds * mixRate); i++) {
      const t = i / mixRate;
      const envelope = Math.min(1, t / 0.06) * Math.min(1, Math.max(0, (seconds - t) / (isLast ? 2.5 : 0.2)));
      const share = toShare(cutoff * (1 + 0.12 * Math.sin(2 * Math.PI * 0.4 * t + index)));
      for (const { saw, low, samples } of sides) {
        samples[i] = low(saw(), share) * envelope;
      }
    }
    sides.forEach(({ place, samples }) => add(pumped, bar.startSeconds, place, samples));
    await pause();
  }
}

/** Plays plucked notes of the chord an octave higher, in eighths. */
function playArpeggio({ wet }: Parts, { arpeggio, beatSeconds }: Score, bar: Bar, { seed }: BedOptions): void {
  if (bar.passage === 'outro') {
    return;
  }
  const level = bar.passage === 'drop' ? 0.13 : 0.1 + 0.05 * bar.progress;
  arpeggio.forEach((place, step) => {
    const note = (bar.chord[place % bar.chord.length] ?? bar.root) + 12;
    const saw = createSaw(toHz(note), (seed % 7) / 7);
    const low = createLowPass();
    const at = bar.startSeconds + (step * beatSeconds) / 2;
    play(
      wet,
      at,
      0.45,
      { pan: step % 2 === 0 ? -0.45 : 0.45, level },
      (t) => low(saw(), toShare(500 + 3200 * Math.exp(-14 * t))) * Math.exp(-7 * t) * Math.min(1, t / 0.003),
    );
  });
}

function playBass({ pumped }: Parts, { bass, beatSeconds }: Score, bar: Bar): void {
  const sixteenth = beatSeconds / 4;
  bass.forEach((place, index) => {
    const next = bass[index + 1] ?? 16;
    const seconds = Math.min(next - place, 3) * sixteenth;
    const hz = toHz(bar.root + 12 * (place % 4 === 0 || place % 2 === 0 ? 0 : 1));
    const saw = createSaw(hz, 0);
    const low = createLowPass();
    play(pumped, bar.startSeconds + place * sixteenth, seconds, { ...centre, level: 0.62 }, (t) => {
      const envelope = Math.min(1, t / 0.005) * Math.min(1, Math.max(0, (seconds - t) / 0.02));
      return (
        (0.8 * Math.sin(2 * Math.PI * hz * t) + 0.6 * low(saw(), toShare(300 + 700 * Math.exp(-9 * t)))) * envelope
      );
    });
  });
}

function playDrums(
  { drums, wet }: Parts,
  { beatSeconds }: Score,
  bar: Bar,
  random: () => number,
  kicks: number[],
): void {
  const sixteenth = beatSeconds / 4;
  const at = (place: number): number => bar.startSeconds + place * sixteenth;
  if (bar.passage === 'drop') {
    for (const place of [0, 4, 8, 12]) {
      play(drums, at(place), 0.5, { ...centre, level: 0.95 }, kick);
      kicks.push(at(place));
      play(wet, at(place + 2), 0.22, { pan: 0.2, level: 0.2 }, createHat(random, 16));
    }
    for (const place of [4, 12]) {
      play(wet, at(place), 0.25, { pan: -0.05, level: 0.34 }, createClap(random));
    }
  }
  if (bar.passage === 'drop' || (bar.passage === 'build' && bar.progress > 0.5)) {
    for (let place = 0; place < 16; place += bar.passage === 'drop' ? 1 : 2) {
      const level = (bar.passage === 'drop' ? 0.1 : 0.08) * (place % 4 === 0 ? 1 : 0.55 + 0.2 * random());
      play(drums, at(place), 0.06, { pan: 0.35, level }, createHat(random, 70));
    }
  }
  if (bar.passage === 'intro' || bar.passage === 'build') {
    // A soft pulse makes the beat audible from the first second.
    for (const place of bar.passage === 'intro' ? [0, 8] : [0, 4, 8, 12]) {
      play(drums, at(place), 0.4, { ...centre, level: 0.35 + 0.2 * bar.progress }, kick);
    }
  }
}

/** Plays the transitions into the drop and the end: an accelerating roll, a rising noise, and a low thump at the end of each. */
function playTurns(
  { wet }: Parts,
  { beatSeconds }: Score,
  { dropSeconds, endSeconds }: BedOptions,
  random: () => number,
): void {
  const rise = Math.min(dropSeconds, 8 * beatSeconds);
  play(wet, dropSeconds - rise, rise, { ...centre, level: 0.35 }, createRiser(random, rise));
  const roll = Math.min(dropSeconds, 4 * beatSeconds);
  for (let left = roll; left > 1e-3; left -= left > roll / 2 ? beatSeconds / 2 : beatSeconds / 4) {
    const level = 0.08 + 0.2 * (1 - left / roll);
    play(wet, dropSeconds - left, 0.2, { ...centre, level }, createClap(random));
  }
  for (const atSeconds of [dropSeconds, endSeconds]) {
    play(wet, atSeconds, 1.6, { ...centre, level: 0.6 }, boom);
    play(wet, atSeconds, 1.8, { pan: 0.1, level: 0.16 }, createHat(random, 2.2));
  }
}

/** Ducks audio at each stroke of the bass drum. */
function pump({ left, right }: Stereo, kicks: readonly number[]): void {
  for (const atSeconds of kicks) {
    const start = Math.round(atSeconds * mixRate);
    const count = Math.round(pumpSeconds * mixRate);
    for (let i = 0; i < count && start + i < left.length; i++) {
      const share = i / count;
      const factor = 1 - pumpDepth * Math.min(1, i / 200) * (1 - share * share * (3 - 2 * share));
      left[start + i] = (left[start + i] ?? 0) * factor;
      right[start + i] = (right[start + i] ?? 0) * factor;
    }
  }
}

function mixDown({ drums, wet, pumped }: Parts, { durationSeconds }: BedOptions): Stereo {
  const room = reverberate({ left: sum(wet.left, pumped.left, 0.35), right: sum(wet.right, pumped.right, 0.35) });
  const fade = Math.round(Math.min(1.2, durationSeconds / 8) * mixRate);
  const side = (name: 'left' | 'right'): Float32Array<ArrayBuffer> => {
    const mixed = new Float32Array(drums[name].length);
    for (let at = 0; at < mixed.length; at++) {
      const dry = (drums[name][at] ?? 0) + (wet[name][at] ?? 0) + (pumped[name][at] ?? 0) + (room[name][at] ?? 0);
      // A soft knee limits the peaks, and the end fades.
      mixed[at] = Math.tanh(0.8 * dry) * Math.min(1, (mixed.length - at) / fade);
    }
    return mixed;
  };
  return { left: side('left'), right: side('right') };
}

function sum(one: Float32Array, other: Float32Array, share: number): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length);
  for (let at = 0; at < both.length; at++) {
    both[at] = (one[at] ?? 0) + share * (other[at] ?? 0);
  }
  return both;
}
