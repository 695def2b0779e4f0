import type { ItemOf } from '#core/timeline/document.ts';
import type { Box } from '../box.ts';
import type { Line, MeasuredText } from './break-lines.ts';

export type TextItem = ItemOf<'text'>;

/** A line with the position of its letters, in pixels of the item's box. */
export type PlacedLine = Omit<Line, 'width' | 'letterSpacing'> & {
  /** The left end and the baseline. */
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly letterSpacingPx: number;
};

/** The text of an item, broken into lines in its box. Lengths are in pixels of the box, which the text can exceed. */
export type TextLayout = {
  readonly sizePx: number;
  readonly lines: readonly PlacedLine[];
  /** The lines with their padding, which the background box fills. */
  readonly block: Box;
};

/** Lays out the letters of `item` in a box of this size. A pure function of the measured text. */
export function layOutText(
  item: TextItem,
  box: { readonly width: number; readonly height: number },
  measured: MeasuredText,
  capHeight: number,
): TextLayout {
  const padding = item.plate?.paddingPx ?? 0;
  const room = { width: Math.max(1, box.width - 2 * padding), height: Math.max(1, box.height - 2 * padding) };
  const sizePx = item.sizePx ?? fitSize(measured, room, item.lineHeight);
  const broken = measured.breakAt(room.width / sizePx);
  const stepPx = item.lineHeight * sizePx;
  const width = Math.max(...broken.map((line) => line.width)) * sizePx;
  const height = broken.length * stepPx;
  const left = padding + toShare(item.align) * (room.width - width);
  const top = (box.height - height) / 2;
  const lines = broken.map(({ letterSpacing, ...line }, index) => ({
    ...line,
    width: line.width * sizePx,
    letterSpacingPx: letterSpacing * sizePx,
    x: left + toShare(item.align) * (width - line.width * sizePx),
    // Capital letters are centred in their line, whatever ascent and descent the font has.
    baseline: top + (index + 0.5) * stepPx + (capHeight / 2) * sizePx,
  }));
  const block = { x: left - padding, y: top - padding, width: width + 2 * padding, height: height + 2 * padding };
  return { sizePx, lines, block };
}

const toShare = (align: TextItem['align']): number => ({ left: 0, center: 0.5, right: 1 })[align];

/** The number of halvings of the range of sizes: enough for a hundredth of a pixel. */
const halvings = 20;
const largestPx = 5000;

/** Returns the largest size at which the text fits and no word is broken. */
function fitSize(measured: MeasuredText, room: { width: number; height: number }, lineHeight: number): number {
  const fits = (sizePx: number): boolean =>
    measured.widestWord * sizePx <= room.width &&
    measured.countAt(room.width / sizePx) * lineHeight * sizePx <= room.height;
  let [low, high] = [1, largestPx];
  for (let index = 0; index < halvings; index++) {
    const middle = (low + high) / 2;
    [low, high] = fits(middle) ? [middle, high] : [low, middle];
  }
  return Math.floor(low * 100) / 100;
}
