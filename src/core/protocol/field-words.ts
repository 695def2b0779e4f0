import { capitalise } from '../lib/capitalise.ts';

/** The unit suffixes of field names, and how the units are displayed. */
const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['Seconds', 's'],
  ['Px', 'px'],
  ['Db', 'dB'],
  ['Hz', 'Hz'],
];

/** Splits a name into the part before its unit suffix and the unit: `minSilenceSeconds` is `minSilence` in `s`. */
export function splitUnit(name: string): { name: string; unit: string } {
  const found = units.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length);
  return found ? { name: name.slice(0, -found[0].length), unit: found[1] } : { name, unit: '' };
}

/** Names of formats in their official spelling. */
const formats = new Map(['WebM', 'MP4', 'MOV', 'GIF', 'PNG', 'WAV', 'M4A'].map((name) => [name.toLowerCase(), name]));

/** Converts a name to words: `minSilence` and `min-silence` become `Min silence`. */
export function toWords(name: string): string {
  const format = formats.get(name);
  if (format !== undefined) {
    return format;
  }
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
    // `isAccepted` becomes `Accepted`, the label of a check box.
    .replace(/^(is|has|can) /, '')
    .trim();
  return capitalise(words);
}

/** Formats a number with at most three decimals, without trailing zeros. */
export const toNumberText = (value: number): string => String(Math.round(value * 1000) / 1000);
