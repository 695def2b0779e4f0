/** The level in dB below which a volume counts as silence. */
const minDb = -60;
/** The level at the upper end of the slider, in dB. */
const maxDb = 12;
/** The slider position of 0 dB, 0..1. */
const unitPosition = 0.75;
/** An exponent that gives quiet levels less space on the slider, as on the faders of mixers. */
const taper = 1.6;

/** Converts an amplitude to dB: 1 is 0 dB; 0 is minus infinity. */
export const toDecibels = (amplitude: number): number => (amplitude <= 0 ? -Infinity : 20 * Math.log10(amplitude));

export const fromDecibels = (decibels: number): number => 10 ** (decibels / 20);

/** Formats an amplitude as `-6.0 dB`, `+3.0 dB`, or `-∞ dB` for silence. */
export function formatDecibels(amplitude: number): string {
  const decibels = toDecibels(amplitude);
  if (decibels === -Infinity) {
    return '-∞ dB';
  }
  const text = decibels.toFixed(1);
  return Number(text) === 0 ? '0 dB' : `${decibels > 0 ? '+' : ''}${text} dB`;
}

/** Parses a typed level into an amplitude: `-6`, `3 dB`, `-inf`. Returns null for anything else. */
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

/** Returns the slider position of an amplitude, 0 (silence) to 1 (+12 dB); 0 dB is at three quarters. */
export function toPosition(amplitude: number): number {
  const decibels = Math.min(maxDb, toDecibels(amplitude));
  if (decibels >= 0) {
    return unitPosition + (decibels / maxDb) * (1 - unitPosition);
  }
  return decibels <= minDb ? 0 : unitPosition * (1 - (decibels / minDb) ** (1 / taper));
}

export function fromPosition(position: number): number {
  if (position <= 0) {
    return 0;
  }
  return position >= unitPosition
    ? fromDecibels(((position - unitPosition) / (1 - unitPosition)) * maxDb)
    : fromDecibels(minDb * (1 - position / unitPosition) ** taper);
}
