import type { LinesWanted, TextLines } from './lay-out-lines.ts';

/** Of a longer line a single letter can be lost and the line be read. */
const mostLetters = 24;
/** Wider than any text. */
const unbroken = 1e6;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Where the letters of each line begin and end, in pixels right of the middle of the text, in rising order. None for lines that are
 * turned, and for long ones.
 */
export function letterEdges(
  { text, sizePx, letterSpacing }: Pick<TextLines, 'text' | 'sizePx' | 'letterSpacing'>,
  { measure, rotation }: Pick<LinesWanted, 'measure' | 'rotation'>,
): number[][] {
  const lines = rotation === 0 ? measure(text, letterSpacing).breakAt(unbroken) : [];
  return lines.map((line) => {
    const letters = [...graphemes.segment(line.text.trimEnd())];
    if (letters.length > mostLetters) {
      return [];
    }
    const ends = letters.map(({ index, segment }) =>
      Math.max(
        0,
        // As the whole line is spaced: one with joined letters is not, and its beginning may have none of them.
        ...measure(line.text.slice(0, index + segment.length), line.letterSpacing)
          .breakAt(unbroken)
          .map(toWidth),
      ),
    );
    const placed = [0, ...ends].map((end) => (line.isRightToLeft ? line.width - end : end) - line.width / 2);
    return placed.map((end) => end * sizePx).toSorted((one, other) => one - other);
  });
}

const toWidth = ({ width }: { readonly width: number }): number => width;
