/** What a sound is like over time: one number for every 10 ms from its start. */
export const levelSeconds = 0.01;

/** The levels of a sound. A level is a byte: half decibels above -120 dB of full scale, so that 0 is silence. */
export type SoundLevels = {
  /** Root mean square of all that is above 80 Hz. */
  readonly wide: Uint8Array<ArrayBuffer>;
  /** The same of 4 to 8 kHz, where an "s" has its energy. */
  readonly high: Uint8Array<ArrayBuffer>;
  /** How surely somebody speaks, 0 to 255; null where no model for that is installed. */
  readonly voice: Uint8Array<ArrayBuffer> | null;
};

/** The levels of a decibel. */
export const levelsPerDb = 2;
const leastDb = -120;

export const toDb = (level: number): number => level / levelsPerDb + leastDb;

/** The level of a number of decibels; a fraction where they are. */
export const toLevel = (db: number): number => (db - leastDb) * levelsPerDb;

/** The level of a mean square, as a byte. */
export const levelOfPower = (power: number): number =>
  power > 0 ? Math.min(255, Math.max(0, Math.round(toLevel(10 * Math.log10(power))))) : 0;
