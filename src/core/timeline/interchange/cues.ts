import type { Item, ItemOf, TimelineDocument } from '../document.ts';
import { getEnd } from '../schedule.ts';

/** A text that is shown for a time span. Times are seconds of the canvas. */
export type Cue = { readonly startSeconds: number; readonly endSeconds: number; readonly lines: readonly string[] };

/** The maximum graphemes per line and lines per cue that are easy to read, as is usual for subtitles. */
const lineLength = 42;
const linesAtOnce = 2;
/** The minimum duration of a visible cue. */
const minSeconds = 0.08;

/** Returns the readable content of a document in order of time: its texts, and the messages of its bubbles. */
export const getCues = ({ tracks }: TimelineDocument): Cue[] =>
  tracks
    .filter(({ isHidden }) => !isHidden)
    .flatMap(({ items }) => items.filter(({ isHidden }) => !isHidden).flatMap(cuesOfItem))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSeconds)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);

function cuesOfItem(item: Item): Cue[] {
  if (item.type === 'bubbles') {
    return cuesOfMessages(item);
  }
  return item.type === 'text' ? toCues(item.text, item.startSeconds, getEnd(item)) : [];
}

/** Returns the cues of messages; each lasts until the next message. */
function cuesOfMessages(item: ItemOf<'bubbles'>): Cue[] {
  const messages = item.messages.toSorted((one, other) => one.atSeconds - other.atSeconds);
  return messages.flatMap(({ text, atSeconds }, index) => {
    const next = messages[index + 1]?.atSeconds ?? Infinity;
    const start = Math.max(0, atSeconds);
    const end = Math.min(item.durationSeconds, next);
    return toCues(text, item.startSeconds + start, item.startSeconds + end);
  });
}

/** Splits a text into cues of two lines, which share its duration in proportion to their length. */
function toCues(text: string, startSeconds: number, endSeconds: number): Cue[] {
  const lines = wrap(text);
  const parts = Array.from({ length: Math.ceil(lines.length / linesAtOnce) }, (_, index) =>
    lines.slice(index * linesAtOnce, (index + 1) * linesAtOnce),
  );
  const lengths = parts.map((part) => part.join('').length);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const timeAfter = (count: number): number => {
    const share = lengths.slice(0, count).reduce((sum, length) => sum + length, 0) / all;
    return startSeconds + (endSeconds - startSeconds) * share;
  };
  return parts.map((part, index) => ({
    startSeconds: timeAfter(index),
    endSeconds: timeAfter(index + 1),
    lines: part,
  }));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Wraps a text into lines of limited length, between words if possible; no line is empty. */
const wrap = (text: string): string[] =>
  text
    .toWellFormed()
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap(wrapLine)
    .filter((line) => line !== '');

function wrapLine(line: string): string[] {
  const lines = [''];
  // oxlint-disable-next-line no-control-regex -- white space and control characters
  for (const word of line.split(/[\s\u0000-\u001f\u007f-\u009f]+/).flatMap(breakWord)) {
    const last = lines.at(-1) ?? '';
    const longer = last === '' ? word : `${last} ${word}`;
    if (last === '' || countGraphemes(longer) <= lineLength) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** Splits a word that is longer than a line. */
function breakWord(word: string): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  return Array.from({ length: Math.ceil(letters.length / lineLength) }, (_, index) =>
    letters.slice(index * lineLength, (index + 1) * lineLength).join(''),
  );
}

const countGraphemes = (text: string): number => [...graphemes.segment(text)].length;
