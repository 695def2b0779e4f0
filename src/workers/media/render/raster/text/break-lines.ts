import {
  layoutWithLines,
  measureLineStats,
  type PreparedTextWithSegments,
  prepareWithSegments,
} from '@chenglou/pretext';
import { createDrawing } from '../canvas.ts';
import { toComposed } from './to-composed.ts';

/** The properties that affect line breaks. Lengths are multiples of the font size. */
export type Lettering = {
  /** Loaded families, as a CSS list. */
  readonly css: string;
  readonly weight: number;
  readonly letterSpacing: number;
};

export type Line = {
  readonly text: string;
  /** A multiple of the font size, without trailing spaces. */
  readonly width: number;
  readonly isRightToLeft: boolean;
  /** Scripts with joined letters have none. */
  readonly letterSpacing: number;
};

/** Measured text, which can be broken at any width. Widths are multiples of the font size. */
export type MeasuredText = {
  /** Returns the lines at this width. A wider word is broken between its letters. */
  breakAt(width: number): Line[];
  /** Returns the number of lines at this width. */
  countAt(width: number): number;
  /** The widest part without a possible line break. */
  readonly widestWord: number;
};

/** The size at which letters are measured, so that line breaks do not depend on the font size. */
const referencePx = 100;

/** A tolerance that the rounding of summed widths cannot exceed. */
const slack = 1e-3;

/** Measures `text`, whose paragraphs end with a line feed. The fonts must be loaded. */
export function measureText(text: string, lettering: Lettering): MeasuredText {
  const paragraphs = toComposed(text)
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => prepareParagraph(line, lettering));
  const toMaxPx = (width: number): number => Math.max(1, (width + slack) * referencePx);
  return {
    breakAt: (width) => paragraphs.flatMap((paragraph) => breakParagraph(paragraph, toMaxPx(width))),
    countAt: (width) =>
      paragraphs.reduce(
        (sum, paragraph) =>
          sum + Math.max(1, measureLineStats(paragraph.prepared, toLibraryPx(paragraph, toMaxPx(width))).lineCount),
        0,
      ),
    widestWord: Math.max(0, ...paragraphs.map(findWidestWord)),
  };
}

type Paragraph = {
  readonly text: string;
  /** A CSS font at the size at which letters are measured. */
  readonly font: string;
  readonly prepared: PreparedTextWithSegments;
  readonly isRightToLeft: boolean;
  readonly letterSpacing: number;
};

/** Scripts whose letters are joined by strokes or by a line along their top. */
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u;

function prepareParagraph(text: string, { css, weight, letterSpacing }: Lettering): Paragraph {
  const spacing = joined.test(text) ? 0 : letterSpacing;
  const font = `${weight} ${referencePx}px ${css}`;
  const prepared = prepareWithSegments(text, font, {
    whiteSpace: 'pre-wrap',
    // Korean has words, which are kept whole; CSS would break them between any two characters.
    wordBreak: /\p{Script=Hangul}/u.test(text) ? 'keep-all' : 'normal',
    letterSpacing: spacing * referencePx,
  });
  return { text, font, prepared, isRightToLeft: isRightToLeft(text), letterSpacing: spacing };
}

/**
 * Breaks lines until each is within the width as a canvas draws it. Only full-width punctuation is drawn wider than the library
 * expects: a page draws two such marks closer together, and a canvas does not.
 */
function breakParagraph(paragraph: Paragraph, maxPx: number): Line[] {
  let lessPx = 0;
  for (let attempt = 0; ; attempt++) {
    const { lines } = layoutWithLines(paragraph.prepared, toLibraryPx(paragraph, maxPx - lessPx), referencePx);
    const drawn = joinMarks(lines.map(({ text }) => text.trimEnd())).map((text) => toLine(text, paragraph));
    const overPx = Math.max(0, ...drawn.map(({ width }) => width * referencePx - maxPx));
    if (overPx === 0 || attempt === maxAttempts || !fullWidthMarks.test(paragraph.text)) {
      return drawn.length > 0 ? drawn : [toLine('', paragraph)];
    }
    lessPx += overPx;
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Spacing vowels and tone marks of Myanmar, which Unicode counts as separate letters (UAX 29). */
const myanmarMark = /^[\u102B\u102C\u1038\u1062-\u1064\u1067-\u106D\u1083\u1087-\u108C\u108F\u109A-\u109C]/;

/** Moves a letter to the next line if a word wider than a line was broken before one of the letter's marks. */
function joinMarks(texts: readonly string[]): string[] {
  const joined = [...texts];
  for (let index = joined.length - 1; index > 0; index--) {
    let [before = '', text = ''] = joined.slice(index - 1);
    while (before !== '' && myanmarMark.test(text)) {
      const last = Array.from(graphemes.segment(before)).at(-1)?.segment ?? '';
      [before, text] = [before.slice(0, before.length - last.length), last + text];
    }
    if (text !== joined[index]) {
      joined.splice(index - 1, 2, ...(before === '' ? [] : [before]), text);
    }
  }
  return joined;
}

/** Converts a width for the library, which includes the invisible spacing after the last letter of a line. */
const toLibraryPx = ({ letterSpacing }: Paragraph, maxPx: number): number =>
  Math.max(1, maxPx + letterSpacing * referencePx);

const maxAttempts = 4;
const fullWidthMarks = /[\u2018-\u301F\uFF08-\uFF60]/;

function toLine(text: string, { font, letterSpacing, isRightToLeft }: Paragraph): Line {
  ruler ??= createDrawing(1, 1).context;
  ruler.font = font;
  ruler.letterSpacing = `${letterSpacing * referencePx}px`;
  // The spacing after the last letter is invisible.
  const width = text === '' ? 0 : Math.max(0, ruler.measureText(text).width / referencePx - letterSpacing);
  return { text, width, letterSpacing, isRightToLeft };
}

let ruler: OffscreenCanvasRenderingContext2D | null = null;

function findWidestWord({ prepared: { kinds, widths }, letterSpacing }: Paragraph): number {
  const words = kinds.map((kind, index) => (kind === 'text' ? (widths[index] ?? 0) : 0));
  return Math.max(0, Math.max(0, ...words) / referencePx - letterSpacing);
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Returns whether the first letter is of a right-to-left script (UAX 9, P2). */
function isRightToLeft(text: string): boolean {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first !== undefined && rightToLeft.test(first);
}
