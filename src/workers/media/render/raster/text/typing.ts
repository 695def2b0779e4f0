import type { PlacedLine } from './lay-out-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts the letters of these lines, as a reader perceives them. */
export const countLetters = (lines: readonly PlacedLine[]): number =>
  lines.reduce((sum, { text }) => sum + Array.from(graphemes.segment(text)).length, 0);

/** Returns the lines with their first `count` letters only, at unchanged positions. */
export function takeLetters(lines: readonly PlacedLine[], count: number): PlacedLine[] {
  let left = count;
  return lines.map((line) => {
    const letters = Array.from(graphemes.segment(line.text), ({ segment }) => segment);
    const taken = letters.slice(0, left);
    left = Math.max(0, left - letters.length);
    return taken.length === letters.length ? line : { ...line, text: taken.join('') };
  });
}
