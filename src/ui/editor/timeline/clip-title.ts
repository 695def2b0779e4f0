import type { Item } from '#core/timeline/document.ts';
import { titleOf, toSpoken } from './clip-words.ts';

/** How wide the letters of titles are, in CSS pixels: those of names, and those of what stands behind them. */
export type LetterWidths = { readonly name: (letter: string) => number; readonly note: (letter: string) => number };

/** What a clip shows of its title: as much of the name as there is room for, and what stands behind it where there is room for all. */
export type ClipTitle = { readonly name: string; readonly notes: string };

/** Clips that are narrower show no title. Pixels. */
const leastPx = 24;
/** What a title keeps free at its sides, at most; the handle of a fade beside it, and the mark of a group. Pixels. */
const [sidesPx, handlePx, markPx] = [16, 15, 12];
/** Half as wide as a letter is high. */
export const beforeNotes = '\u2002';
const ellipsis = '…';

/**
 * The title of a clip in a width of pixels, cut here and not by the style sheet: what cuts letters off there is a layer of its own,
 * and lines that are not seen are laid out all the same.
 */
export function titleWithin(item: Item, widthPx: number, isHandled: boolean, widths: LetterWidths): ClipTitle {
  if (widthPx < leastPx) {
    return { name: '', notes: '' };
  }
  const marksPx = (isHandled ? handlePx : 0) + (item.groupId === undefined ? 0 : markPx);
  const roomPx = widthPx - Math.min(sidesPx, 2 + 0.4 * widthPx) - marksPx;
  const name = titleOf(item);
  const notes = notesOf(item);
  const namePx = widthOf(name, widths.name, roomPx);
  if (namePx > roomPx) {
    return { name: cutTo(name, roomPx, widths.name), notes: '' };
  }
  const notesPx = widths.name(beforeNotes) + widthOf(notes, widths.note, roomPx);
  return { name, notes: namePx + notesPx > roomPx ? '' : notes };
}

/** Its length, and the speed that is not that of its material. */
const notesOf = (item: Item): string =>
  [toSpoken(item.durationSeconds), ...('speed' in item && item.speed !== 1 ? [`${item.speed}×`] : [])].join(' ');

/** Of a long text no more is measured than has room. */
function widthOf(text: string, letterWidth: (letter: string) => number, mostPx: number): number {
  let width = 0;
  for (const letter of lettersOf(text)) {
    width += letterWidth(letter);
    if (width > mostPx) {
      break;
    }
  }
  return width;
}

function cutTo(text: string, roomPx: number, letterWidth: (letter: string) => number): string {
  let left = roomPx - letterWidth(ellipsis);
  let cut = '';
  for (const letter of lettersOf(text)) {
    left -= letterWidth(letter);
    if (left < 0) {
      break;
    }
    cut += letter;
  }
  return cut.trimEnd() === '' ? '' : `${cut.trimEnd()}${ellipsis}`;
}

const segmenter = new Intl.Segmenter();

/** What is one letter to a reader: of most scripts a character, of emoji and accents several. */
function* lettersOf(text: string): Iterable<string> {
  if (/^[\u0020-\u02ff]*$/.test(text)) {
    yield* text;
    return;
  }
  for (const { segment } of segmenter.segment(text)) {
    yield segment;
  }
}
