/** Below it a volume counts as silence, in dB. */
const leastDb = -60;
/** The upper end of the slider. */
const mostDb = 12;
/** Where on the slider, 0..1, sound is as its source has it. */
const unitPosition = 0.75;
/** Gives the quiet half of the slider less room, as the faders of mixers do. */
const taper = 1.6;

/** An amplitude in dB: 1 is 0 dB; minus infinity for 0. */
export const toDecibels = (amplitude: number): number => (amplitude <= 0 ? -Infinity : 20 * Math.log10(amplitude));

export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20);

/** `-6.0 dB`, `+3.0 dB`, and `-∞ dB` for silence. */
export function formatDecibels(amplitude: number): string {
  const decibels = toDecibels(amplitude);
  if (decibels === -Infinity) {
    return '-∞ dB';
  }
  const text = decibels.toFixed(1);
  return Number(text) === 0 ? '0 dB' : `${decibels > 0 ? '+' : ''}${text} dB`;
}

/** A typed level as an amplitude: `-6`, `3 dB`, `-inf`. Null for anything else. */
export function parseDecibels(text: string): number | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(',', '.')
    .replaceAll('−', '-')
    .replace(/\s*db$/, '');
  if (/^-\s*(∞|inf|infinity)$/.test(plain)) {
    return 0;
  }
  return /^[+-]?\s*(\d+\.?\d*|\.\d+)$/.test(plain) ? fromDecibels(Number(plain.replace(/\s/g, ''))) : null;
}

/** Where an amplitude is on the slider, 0 (silence) to 1 (+12 dB); 0 dB is at three quarters. */
export function toPosition(amplitude: number): number {
  const decibels = Math.min(mostDb, toDecibels(amplitude));
  if (decibels >= 0) {
    return unitPosition + (decibels / mostDb) * (1 - unitPosition);
  }
  return decibels <= leastDb ? 0 : unitPosition * (1 - (decibels / leastDb) ** (1 / taper));
}

export function fromPosition(position: number): number {
  if (position <= 0) {
    return 0;
  }
  return position >= unitPosition
    ? fromDecibels(((position - unitPosition) / (1 - unitPosition)) * mostDb)
    : fromDecibels(leastDb * (1 - position / unitPosition) ** taper);
}
