import type { Size } from '#core/lib/size.ts';
import type { Line, MeasuredText } from '../../render/raster/text/break-lines.ts';

/** Lines of text at a size. Lengths are in pixels of the frame; spacing and line height are multiples of the size. */
export type TextLines = {
  /** The text with a line feed at the end of each line. */
  readonly text: string;
  readonly lineCount: number;
  readonly sizePx: number;
  readonly letterSpacing: number;
  /** The width of the longest line. */
  readonly width: number;
};

/** The text to lay out, and its limits. */
export type LinesWanted = {
  readonly text: string;
  /** Whether lines can be broken elsewhere than at line feeds. */
  readonly mayBreak: boolean;
  /** Null to choose the size. */
  readonly sizePx: number | null;
  /** The letter spacing of a chosen size, as a multiple of it. */
  readonly letterSpacing: number;
  /** The rotation in degrees. */
  readonly rotation: number;
  readonly lineHeight: number;
  /** The height of a capital letter, as a multiple of the size. */
  readonly capHeight: number;
  readonly picture: Size;
  /** Measures a text with this letter spacing. */
  readonly measure: (text: string, letterSpacing: number) => MeasuredText;
};

/** The maximum widths of the text, as shares of the frame width. */
const widthShares = [0.88, 0.84, 0.81];
/**
 * The maximum heights of one line and of several, as shares of the frame height. Short words are spaced out instead of exceeding
 * it.
 */
const heightShares = { one: 0.6, several: 0.72 };
/** Letters with more spacing do not look like a word. */
const maxSpacing = 0.9;
const maxLines = 4;
/** The minimum sine of the angle of a turned text, whose wider lines are also higher. */
const minTurn = 0.1;
/** Wider than any text. */
const unbroken = 1e6;

/** Lays out a text in several ways: broken at its line feeds, or into one to four lines if that is allowed. */
export function layOutLines(wanted: LinesWanted): TextLines[] {
  const { text, mayBreak, sizePx, picture } = wanted;
  if (sizePx !== null) {
    return [atSize(wanted, sizePx)];
  }
  const texts = mayBreak ? listBroken(text, wanted) : [text];
  const laidOut = texts.flatMap((broken) => widthShares.map((share) => fit(broken, share * picture.width, wanted)));
  const wide = laidOut.filter(({ width }) => isWide(width, wanted));
  // A single letter can neither be wide enough nor be spaced out.
  return wide.length > 0 ? wide : laidOut;
}

/** Returns whether a text is wide enough; vertical text need not be. */
const isWide = (width: number, { picture, rotation }: LinesWanted): boolean =>
  width >= 0.8 * picture.width || Math.abs(Math.sin(toRadians(rotation))) > 0.5;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The maximum side of a box in a document. */
const longestSide = 100_000;

/** Returns the box of lines: a little wider than the lines, so that rounding breaks none, and within the limit of a document. */
export function getBox({ width, lineCount, sizePx }: TextLines, lineHeight: number): Size {
  return {
    width: Math.min(longestSide, Math.ceil(width + sizePx * 0.1)),
    height: Math.min(longestSide, Math.ceil(lineCount * lineHeight * sizePx)),
  };
}

/** Lays out text at a chosen size, and breaks lines that exceed the frame if that is allowed. */
function atSize({ text, mayBreak, measure, picture, letterSpacing }: LinesWanted, sizePx: number): TextLines {
  const measured = measure(text, letterSpacing);
  const lines = measured.breakAt(mayBreak ? (widthShares[0] ?? 1) * (picture.width / sizePx) : unbroken);
  return {
    text: lines.map((line) => line.text).join('\n'),
    lineCount: lines.length,
    sizePx,
    letterSpacing,
    width: sizePx * Math.max(...lines.map((line) => line.width)),
  };
}

/** Lists the text in one line, and in more lines of about equal width if it can be broken. */
function listBroken(text: string, { measure }: LinesWanted): string[] {
  const measured = measure(text, 0);
  const counts = Array.from({ length: maxLines }, (_, index) => index + 1);
  const broken = counts.map((count) =>
    measured
      .breakAt(narrowest(measured, count))
      .map((line) => line.text)
      .join('\n'),
  );
  return [...new Set(broken)];
}

const halvings = 20;

/** Returns the smallest width at which a text needs at most `count` lines and no word is broken. */
function narrowest(measured: MeasuredText, count: number): number {
  const whole = Math.max(0, ...measured.breakAt(unbroken).map(({ width }) => width));
  let [low, high] = [measured.widestWord, Math.max(whole, measured.widestWord)];
  for (let index = 0; index < halvings; index++) {
    const middle = (low + high) / 2;
    [low, high] = measured.countAt(middle) <= count ? [low, middle] : [middle, high];
  }
  return high;
}

/** Lays out lines at this width after rotation, or at the maximum height. */
function fit(text: string, widthPx: number, wanted: LinesWanted): TextLines {
  const { measure, rotation, picture, lineHeight, capHeight } = wanted;
  const lines = measure(text, 0).breakAt(unbroken);
  const widthEm = Math.max(0.01, ...lines.map(({ width }) => width));
  const heightEm = (lines.length - 1) * lineHeight + capHeight;
  const [cos, sin] = [Math.abs(Math.cos(toRadians(rotation))), Math.abs(Math.sin(toRadians(rotation)))];
  const maxHeight = (lines.length === 1 ? heightShares.one : heightShares.several) * picture.height;
  const wide = widthPx / (widthEm * cos + heightEm * sin);
  const high = maxHeight / (heightEm * cos + widthEm * sin);
  const sizePx = Math.floor(10 * Math.min(wide, high)) / 10;
  const isShort = high < wide && sin < minTurn;
  return isShort ? setSpaced(text, sizePx, widthPx, wanted) : toLines(text, sizePx, 0, wanted);
}

/** Smaller sizes for places with little room, as shares of the normal size. */
const smallerShares = [0.75, 0.55, 0.4];

/**
 * Lays out the same lines smaller, with more letter spacing and the same width. Lines that would need too much spacing are left
 * out.
 */
export function spaceOutLines(laidOut: readonly TextLines[], wanted: LinesWanted): TextLines[] {
  return laidOut.flatMap(({ text, sizePx, width }) =>
    smallerShares
      .map((share) => setSpaced(text, Math.floor(10 * share * sizePx) / 10, width, wanted))
      .filter((lines) => isWide(lines.width, wanted)),
  );
}

/** Lays out lines with a letter spacing at which the widest line has about this width. */
function setSpaced(text: string, sizePx: number, widthPx: number, wanted: LinesWanted): TextLines {
  return toLines(text, sizePx, spaceOut(wanted.measure(text, 0).breakAt(unbroken), widthPx / sizePx), wanted);
}

function toLines(text: string, sizePx: number, letterSpacing: number, { measure }: LinesWanted): TextLines {
  const lines = measure(text, letterSpacing).breakAt(unbroken);
  const width = sizePx * Math.max(...lines.map((line) => line.width));
  return { text, lineCount: lines.length, sizePx, letterSpacing, width };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the letter spacing at which the widest line has this width, as a multiple of the size. */
function spaceOut(lines: readonly Line[], widthEm: number): number {
  const spacings = lines.map(({ text, width }) => {
    const gaps = [...graphemes.segment(text)].length - 1;
    return gaps > 0 ? (widthEm - width) / gaps : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...spacings);
  return Number.isFinite(least) ? Math.min(maxSpacing, Math.max(0, Math.round(1000 * least) / 1000)) : 0;
}
