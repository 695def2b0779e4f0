/** The duration of one audio level: there is one number for every 10 ms. */
export const levelSeconds = 0.01;

/** The levels of audio over time. A level is a byte: half decibels above -120 dB of full scale, so that 0 is silence. */
export type SoundLevels = {
  /** The root mean square of the frequencies above 80 Hz. */
  readonly wide: Uint8Array<ArrayBuffer>;
  /** The root mean square of 4 to 8 kHz, where an "s" has its energy. */
  readonly high: Uint8Array<ArrayBuffer>;
  /** The probability of speech, 0 to 255; null if no model for it is installed. */
  readonly voice: Uint8Array<ArrayBuffer> | null;
};

/** The number of levels per decibel. */
export const levelsPerDb = 2;
const minDb = -120;

export const toDb = (level: number): number => level / levelsPerDb + minDb;

/** Converts decibels to a level, without rounding. */
export const toLevel = (db: number): number => (db - minDb) * levelsPerDb;

/** Converts a mean square to a level, as a byte. */
export const levelOfPower = (power: number): number =>
  power > 0 ? Math.min(255, Math.max(0, Math.round(toLevel(10 * Math.log10(power))))) : 0;
