import type { PlacedLine } from './lay-out-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many letters, as a reader counts them, these lines have. */
export const countLetters = (lines: readonly PlacedLine[]): number =>
  lines.reduce((sum, { text }) => sum + Array.from(graphemes.segment(text)).length, 0);

/** The lines with the first `count` letters alone, each where it is in the whole. */
export function takeLetters(lines: readonly PlacedLine[], count: number): PlacedLine[] {
  let left = count;
  return lines.map((line) => {
    const letters = Array.from(graphemes.segment(line.text), ({ segment }) => segment);
    const taken = letters.slice(0, left);
    left = Math.max(0, left - letters.length);
    return taken.length === letters.length ? line : { ...line, text: taken.join('') };
  });
}
