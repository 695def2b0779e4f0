import { capitalise } from './capitalise.ts';

/** The units that names of fields end with, and how they are written. */
const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['Seconds', 's'],
  ['Px', 'px'],
  ['Db', 'dB'],
  ['Hz', 'Hz'],
];

/** A name without the unit at its end, and that unit: `minSilenceSeconds` is `minSilence` in `s`. */
export function splitUnit(name: string): { name: string; unit: string } {
  const found = units.find(([suffix]) => name.endsWith(suffix) && name.length > suffix.length);
  return found ? { name: name.slice(0, -found[0].length), unit: found[1] } : { name, unit: '' };
}

/** Names of formats as their makers write them. */
const formats = new Map(['WebM', 'MP4', 'MOV', 'GIF', 'PNG', 'WAV', 'M4A'].map((name) => [name.toLowerCase(), name]));

/** A name as people write it: `minSilence` and `min-silence` are `Min silence`. */
export function toWords(name: string): string {
  const format = formats.get(name);
  if (format !== undefined) {
    return format;
  }
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]+/g, ' ')
    .toLowerCase()
    // `isAccepted` asks a question that its check box answers: `Accepted`.
    .replace(/^(is|has|can) /, '')
    .trim();
  return capitalise(words);
}

/** A number with at most three decimals, and without needless zeros. */
export const toNumberText = (value: number): string => String(Math.round(value * 1000) / 1000);
