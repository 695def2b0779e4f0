import type { LinesWanted, TextLines } from './lay-out-lines.ts';

/** The maximum number of letters for which single letters count. A longer line is readable without one of them. */
const maxLetters = 24;
/** Wider than any text. */
const unbroken = 1e6;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Returns the start and the end of each letter by line, in pixels right of the centre of the text, in rising order. Empty for
 * turned and for long lines.
 */
export function letterEdges(
  { text, sizePx, letterSpacing }: Pick<TextLines, 'text' | 'sizePx' | 'letterSpacing'>,
  { measure, rotation }: Pick<LinesWanted, 'measure' | 'rotation'>,
): number[][] {
  const lines = rotation === 0 ? measure(text, letterSpacing).breakAt(unbroken) : [];
  return lines.map((line) => {
    const letters = [...graphemes.segment(line.text.trimEnd())];
    if (letters.length > maxLetters) {
      return [];
    }
    const ends = letters.map(({ index, segment }) =>
      Math.max(
        0,
        // The spacing is that of the whole line: a line with joined letters has none, even if its beginning has no joined letters.
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
