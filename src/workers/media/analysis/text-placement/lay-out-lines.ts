import type { Size } from '#core/size.ts';
import type { Line, MeasuredText } from '../../render/raster/text/break-lines.ts';

/** Lines of text at a size. Lengths are pixels of the picture; spacing and line height are multiples of the size. */
export type TextLines = {
  /** With a line feed at the end of each line. */
  readonly text: string;
  readonly lineCount: number;
  readonly sizePx: number;
  readonly letterSpacing: number;
  /** Of the longest line. */
  readonly width: number;
};

/** What is to be set. */
export type LinesWanted = {
  readonly text: string;
  /** Whether lines may be broken elsewhere than at line feeds. */
  readonly mayBreak: boolean;
  /** Null where it is to be chosen. */
  readonly sizePx: number | null;
  /** The space between letters of a chosen size, as a multiple of it. */
  readonly letterSpacing: number;
  /** In degrees. */
  readonly rotation: number;
  readonly lineHeight: number;
  /** The height of a capital letter, as a multiple of the size. */
  readonly capHeight: number;
  readonly picture: Size;
  /** Measures a text with this space between its letters. */
  readonly measure: (text: string, letterSpacing: number) => MeasuredText;
};

/** How wide the text may be, as shares of the picture's width. */
const widthShares = [0.88, 0.84, 0.81];
/** How high one line and several may be at most, as shares of the picture's height; short words are rather spaced out. */
const heightShares = { one: 0.6, several: 0.72 };
/** Letters that stand further apart than this do not make a word any more. */
const mostSpacing = 0.9;
const mostLines = 4;
/** The sine of an angle at which a text counts as turned: wider lines are higher too, then. */
const leastTurn = 0.1;
/** Wider than any text. */
const unbroken = 1e6;

/** The ways to set a text: as it is broken by its writer, or into one line to four where it may be. */
export function layOutLines(wanted: LinesWanted): TextLines[] {
  const { text, mayBreak, sizePx, picture } = wanted;
  if (sizePx !== null) {
    return [atSize(wanted, sizePx)];
  }
  const texts = mayBreak ? listBroken(text, wanted) : [text];
  const laidOut = texts.flatMap((broken) => widthShares.map((share) => fit(broken, share * picture.width, wanted)));
  const wide = laidOut.filter(({ width }) => isWide(width, wanted));
  // One letter can neither be wide enough nor spaced out.
  return wide.length > 0 ? wide : laidOut;
}

/** Whether a text is as wide as it should be; one that stands on end need not. */
const isWide = (width: number, { picture, rotation }: LinesWanted): boolean =>
  width >= 0.8 * picture.width || Math.abs(Math.sin(toRadians(rotation))) > 0.5;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A document holds no longer box. */
const longestSide = 100_000;

/** The box of lines: a little wider than they are, so that rounding breaks none, and no larger than a document can hold. */
export function boxOf({ width, lineCount, sizePx }: TextLines, lineHeight: number): Size {
  return {
    width: Math.min(longestSide, Math.ceil(width + sizePx * 0.1)),
    height: Math.min(longestSide, Math.ceil(lineCount * lineHeight * sizePx)),
  };
}

/** At a size that somebody has chosen; what would leave the picture is broken, where it may be. */
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

/** The text in one line, and in more of about equal width where it has places to break. */
function listBroken(text: string, { measure }: LinesWanted): string[] {
  const measured = measure(text, 0);
  const counts = Array.from({ length: mostLines }, (_, index) => index + 1);
  const broken = counts.map((count) =>
    measured
      .breakAt(narrowest(measured, count))
      .map((line) => line.text)
      .join('\n'),
  );
  return [...new Set(broken)];
}

const halvings = 20;

/** The least width at which a text needs no more lines than this, and no word is broken. */
function narrowest(measured: MeasuredText, count: number): number {
  const whole = Math.max(0, ...measured.breakAt(unbroken).map(({ width }) => width));
  let [low, high] = [measured.widestWord, Math.max(whole, measured.widestWord)];
  for (let index = 0; index < halvings; index++) {
    const middle = (low + high) / 2;
    [low, high] = measured.countAt(middle) <= count ? [low, middle] : [middle, high];
  }
  return high;
}

/** Sets lines as wide as that, turned as they are to be, or as high as they may be. */
function fit(text: string, widthPx: number, wanted: LinesWanted): TextLines {
  const { measure, rotation, picture, lineHeight, capHeight } = wanted;
  const lines = measure(text, 0).breakAt(unbroken);
  const widthEm = Math.max(0.01, ...lines.map(({ width }) => width));
  const heightEm = (lines.length - 1) * lineHeight + capHeight;
  const [cos, sin] = [Math.abs(Math.cos(toRadians(rotation))), Math.abs(Math.sin(toRadians(rotation)))];
  const mostHeight = (lines.length === 1 ? heightShares.one : heightShares.several) * picture.height;
  const wide = widthPx / (widthEm * cos + heightEm * sin);
  const high = mostHeight / (heightEm * cos + widthEm * sin);
  const sizePx = Math.floor(10 * Math.min(wide, high)) / 10;
  const isShort = high < wide && sin < leastTurn;
  return isShort ? setSpaced(text, sizePx, widthPx, wanted) : toLines(text, sizePx, 0, wanted);
}

/** Smaller shares of the size that a text has where there is room, for where there is little. */
const smallerShares = [0.75, 0.55, 0.4];

/** The same lines smaller and as wide, as their letters stand further apart; none of lines that cannot be spaced out so far. */
export function spaceOutLines(laidOut: readonly TextLines[], wanted: LinesWanted): TextLines[] {
  return laidOut.flatMap(({ text, sizePx, width }) =>
    smallerShares
      .map((share) => setSpaced(text, Math.floor(10 * share * sizePx) / 10, width, wanted))
      .filter((lines) => isWide(lines.width, wanted)),
  );
}

/** Lines of a size whose letters are so far apart that the widest is about so wide. */
function setSpaced(text: string, sizePx: number, widthPx: number, wanted: LinesWanted): TextLines {
  return toLines(text, sizePx, spaceOut(wanted.measure(text, 0).breakAt(unbroken), widthPx / sizePx), wanted);
}

function toLines(text: string, sizePx: number, letterSpacing: number, { measure }: LinesWanted): TextLines {
  const lines = measure(text, letterSpacing).breakAt(unbroken);
  const width = sizePx * Math.max(...lines.map((line) => line.width));
  return { text, lineCount: lines.length, sizePx, letterSpacing, width };
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The space between letters at which the widest of some lines is so wide, in multiples of the size. */
function spaceOut(lines: readonly Line[], widthEm: number): number {
  const spacings = lines.map(({ text, width }) => {
    const gaps = [...graphemes.segment(text)].length - 1;
    return gaps > 0 ? (widthEm - width) / gaps : Number.POSITIVE_INFINITY;
  });
  const least = Math.min(...spacings);
  return Number.isFinite(least) ? Math.min(mostSpacing, Math.max(0, Math.round(1000 * least) / 1000)) : 0;
}
