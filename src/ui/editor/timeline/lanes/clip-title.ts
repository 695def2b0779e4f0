import type { Item } from '#core/timeline/document.ts';
import { getTitle, toSpoken } from '../clip-words.ts';

/** The widths of letters in titles, in CSS pixels: in names, and in the notes after them. */
export type LetterWidths = { readonly name: (letter: string) => number; readonly note: (letter: string) => number };

/** The visible title of a clip: the name as far as it fits, and the notes if they fit completely. */
export type ClipTitle = { readonly name: string; readonly notes: string };

/** The width in pixels below which a clip shows no title. */
const minPx = 24;
/** The max margins of a title, and the widths of the handle of a fade, one at each end, and of the mark of a group. Pixels. */
const [sidesPx, handlePx, markPx] = [16, 15, 12];
/** An en space: half as wide as a letter is high. */
export const beforeNotes = '\u2002';
const ellipsis = '…';

/**
 * Returns the title of a clip for a width in pixels. It is truncated here instead of by the style sheet: CSS truncation creates
 * a layer for each title, and lays out invisible lines too.
 */
export function titleWithin(item: Item, widthPx: number, hasHandles: boolean, widths: LetterWidths): ClipTitle {
  if (widthPx < minPx) {
    return { name: '', notes: '' };
  }
  const marksPx = (hasHandles ? 2 * handlePx : 0) + (item.groupId === undefined ? 0 : markPx);
  const roomPx = widthPx - Math.min(sidesPx, 2 + 0.4 * widthPx) - marksPx;
  const name = getTitle(item);
  const notes = getNotes(item);
  const namePx = getWidth(name, widths.name, roomPx);
  if (namePx > roomPx) {
    return { name: cutTo(name, roomPx, widths.name), notes: '' };
  }
  const notesPx = widths.name(beforeNotes) + getWidth(notes, widths.note, roomPx);
  return { name, notes: namePx + notesPx > roomPx ? '' : notes };
}

/** Returns its duration, and its speed if that is not 1. */
const getNotes = (item: Item): string =>
  [toSpoken(item.durationSeconds), ...('speed' in item && item.speed !== 1 ? [`${item.speed}×`] : [])].join(' ');

/** Measures a text, but a long one only as far as it fits. */
function getWidth(text: string, letterWidth: (letter: string) => number, maxPx: number): number {
  let width = 0;
  for (const letter of getLetters(text)) {
    width += letterWidth(letter);
    if (width > maxPx) {
      break;
    }
  }
  return width;
}

function cutTo(text: string, roomPx: number, letterWidth: (letter: string) => number): string {
  let left = roomPx - letterWidth(ellipsis);
  let cut = '';
  for (const letter of getLetters(text)) {
    left -= letterWidth(letter);
    if (left < 0) {
      break;
    }
    cut += letter;
  }
  return cut.trimEnd() === '' ? '' : `${cut.trimEnd()}${ellipsis}`;
}

const segmenter = new Intl.Segmenter();

/** Returns the letters of a text: usually single characters, but several for emoji and accents. */
function* getLetters(text: string): Iterable<string> {
  if (/^[\u0020-\u02ff]*$/.test(text)) {
    yield* text;
    return;
  }
  for (const { segment } of segmenter.segment(text)) {
    yield segment;
  }
}
