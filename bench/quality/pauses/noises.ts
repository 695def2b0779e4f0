/** The sample rate of all generated audio. */
export const rate = 48_000;

/** Returns numbers from 0 to 1 that are the same each time. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The noises behind the talk, by name; each is a function of the sample. */
export const noises: Readonly<Record<string, (random: () => number) => (at: number) => number>> = {
  'room noise': createRoom,
  'a fan': createFan,
  'soft music': createMusic,
};

/** Pink noise, as in rooms: P. Kellet's filter of white noise. */
function createRoom(random: () => number): () => number {
  const poles = [0.998_86, 0.993_32, 0.969, 0.866_5, 0.55];
  const gains = [0.055_517_9, 0.075_075_9, 0.153_852, 0.310_485_6, 0.532_952_2];
  const state = poles.map(() => 0);
  return () => {
    const white = 2 * random() - 1;
    poles.forEach((pole, index) => {
      state[index] = pole * (state[index] ?? 0) + (gains[index] ?? 0) * white;
    });
    return state.reduce((sum, one) => sum + one, 0) + 0.5362 * white;
  };
}

/** Blades at 120 Hz with slightly wavering harmonics, over the noise of air. */
function createFan(random: () => number): (at: number) => number {
  const air = createRoom(random);
  let slow = 0;
  return (at) => {
    slow = 0.9995 * slow + 0.0005 * (2 * random() - 1);
    const phase = (2 * Math.PI * 120 * at) / rate + 20 * slow;
    const blades = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(3 * phase);
    return 0.4 * blades + air();
  };
}

/** Chords of four notes, each plucked on its own beat and fading, over a sustained bass. */
function createMusic(random: () => number): (at: number) => number {
  const chords = [
    [220, 261.6, 329.6, 440],
    [174.6, 220, 261.6, 349.2],
    [261.6, 329.6, 392, 523.3],
    [196, 246.9, 293.7, 392],
  ];
  const beat = Math.round(0.4 * rate);
  const offsets = Array.from({ length: 4 }, () => random() * 0.05);
  return (at) => {
    const chord = chords[Math.floor(at / (8 * beat)) % chords.length] ?? [];
    const plucked = chord.reduce((sum, hertz, index) => {
      const since = (at + index * beat) % (4 * beat);
      const seconds = since / rate + (offsets[index] ?? 0);
      return sum + Math.exp(-2 * seconds) * Math.sin((2 * Math.PI * hertz * since) / rate) * Math.min(1, since / 240);
    }, 0);
    const bass = Math.sin((Math.PI * (chord[0] ?? 0) * at) / rate);
    return plucked + 0.5 * bass;
  };
}
