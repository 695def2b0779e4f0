import type { SoundEffect } from '#core/model/sound-effects.ts';

/** Returns the amplitude of an effect at its own time, in seconds. */
type Voice = (seconds: number) => number;

/** Synthesizes effects as mono samples, from -1 to 1. The same effects give the same samples everywhere. */
export function synthesizeEffects(effects: readonly SoundEffect[], sampleRate: number): Float32Array<ArrayBuffer> {
  const endSeconds = Math.max(0, ...effects.map(({ startSeconds, durationSeconds }) => startSeconds + durationSeconds));
  const samples = new Float32Array(Math.ceil(endSeconds * sampleRate));
  for (const { kind, startSeconds, durationSeconds } of effects) {
    const voice = kind === 'typing' ? createTyping(durationSeconds) : pops[kind];
    const [from, to] = [startSeconds, startSeconds + durationSeconds].map((at) => Math.round(at * sampleRate));
    for (let index = from ?? 0; index < Math.min(to ?? 0, samples.length); index++) {
      const seconds = index / sampleRate - startSeconds;
      samples[index] = voice(seconds) * getEdge(seconds, durationSeconds);
    }
  }
  return samples;
}

/** The fade at the start and end of each effect, so that it has no step. */
const edgeSeconds = 0.004;
const getEdge = (seconds: number, durationSeconds: number): number =>
  Math.min(1, Math.max(0, Math.min(seconds, durationSeconds - seconds) / edgeSeconds));

/** Creates a tone whose pitch glides from one frequency to another with this time constant, and whose level falls with its own. */
function glide(fromHertz: number, toHertz: number, glideSeconds: number, fallSeconds: number): Voice {
  return (seconds) => {
    const turns = toHertz * seconds + (fromHertz - toHertz) * glideSeconds * (1 - Math.exp(-seconds / glideSeconds));
    const tone = Math.sin(2 * Math.PI * turns) + 0.18 * Math.sin(4 * Math.PI * turns);
    return tone * Math.exp(-seconds / fallSeconds);
  };
}

const [rising, first, second] = [
  glide(360, 1020, 0.045, 0.055),
  glide(760, 700, 0.02, 0.07),
  glide(1080, 1046, 0.02, 0.1),
];
/** The delay of the second, higher tone of the ring for an incoming message. */
const secondSeconds = 0.075;

const pops: Readonly<Record<Exclude<SoundEffect['kind'], 'typing'>, Voice>> = {
  sent: (seconds) => 0.3 * rising(seconds),
  received: (seconds) =>
    0.2 * first(seconds) + (seconds > secondSeconds ? 0.24 * softly(seconds - secondSeconds, second) : 0),
};

const softly = (seconds: number, voice: Voice): number => voice(seconds) * Math.min(1, seconds / edgeSeconds);

type Key = { readonly atSeconds: number; readonly level: number; readonly hertz: number };

/** The range of pauses between keys, in seconds: an easy 90 words a minute, irregular like human typing. */
const [minPause, maxPause] = [0.085, 0.2];
/** The duration of a key stroke. */
const keySeconds = 0.035;

/** Creates the sound effect of typing for this duration. */
function createTyping(durationSeconds: number): Voice {
  const random = createRandom(7);
  const keys: Key[] = [];
  for (let at = 0.03; at < durationSeconds - keySeconds; at += minPause + (maxPause - minPause) * random()) {
    keys.push({ atSeconds: at, level: 0.6 + 0.4 * random(), hertz: 1500 + 700 * random() });
  }
  const noise = createRandom(11);
  let next = 0;
  return (seconds) => {
    while ((keys[next + 1]?.atSeconds ?? Infinity) <= seconds) {
      next++;
    }
    const key = keys[next];
    const hiss = 2 * noise() - 1;
    return key && seconds >= key.atSeconds ? strike(key, seconds - key.atSeconds, hiss) : 0;
  };
}

/** Returns a key stroke: a click with a short body. */
function strike({ level, hertz }: Key, seconds: number, hiss: number): number {
  const click =
    hiss * Math.exp(-seconds / 0.0025) + 0.5 * Math.sin(2 * Math.PI * hertz * seconds) * Math.exp(-seconds / 0.004);
  const body = 0.5 * Math.sin(2 * Math.PI * 190 * seconds) * Math.exp(-seconds / 0.012);
  return 0.14 * level * (click + body) * Math.min(1, seconds / 0.0005);
}

/** Creates reproducible pseudo-random numbers from 0 to 1 for a seed (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
