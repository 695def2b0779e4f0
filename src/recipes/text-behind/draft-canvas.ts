import type { InputOf } from '#core/protocol/operation.ts';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import type { Item, ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { getLineHeight, getMotions, toCase } from './lettering.ts';
import type { Proposal, textBehind } from './recipe.ts';

/** Updates the canvas of a proposal while the user edits it; without zod, which a page does not have. */

/** The name of the small mattes of a proposal among the files of its canvas. */
export const mattesName = 'mattes.bin';

type Style = Pick<InputOf<typeof textBehind>, 'case' | 'entrance' | 'exit'>;
type Edited = Omit<Proposal, 'coveredShare' | 'alternates'>;
/** The size of a box in which no line is broken again. */
type Box = Pick<TextPlacement, 'width' | 'height'>;

/** Returns the item of the text in the canvas of a proposal; undefined in another canvas. */
export const findText = (document: TimelineDocument): ItemOf<'text'> | undefined =>
  document.tracks.flatMap(({ items }) => items).find((item) => item.type === 'text');

/** Returns the edited text item; without `box`, in a box that is large enough for every line. */
export function toEditedText(item: ItemOf<'text'>, edited: Edited, style: Style, box: Box | null): ItemOf<'text'> {
  const { text, x, y, sizePx, rotation, fill, font, weight, letterSpacing, window } = edited;
  const durationSeconds = window.endSeconds - window.startSeconds;
  const { entrance: _entrance, exit: _exit, ...plain } = item;
  return {
    ...plain,
    text: toCase(text, style.case),
    x,
    y,
    sizePx,
    rotation,
    fill: fill.toLowerCase(),
    ...(font !== undefined && { font }),
    ...(weight !== undefined && { weight }),
    ...(letterSpacing !== undefined && { letterSpacing }),
    lineHeight: getLineHeight(text),
    ...(box ?? guessBox(text, sizePx)),
    startSeconds: window.startSeconds,
    durationSeconds,
    ...getMotions(style, durationSeconds),
  };
}

/** Returns a box that is wider than any letters, to use until they are measured. */
function guessBox(text: string, sizePx: number): Box {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map(({ length }) => length));
  return {
    width: Math.min(100_000, (longest + 1) * 2 * sizePx),
    height: Math.min(100_000, lines.length * getLineHeight(text) * sizePx),
  };
}

/** Returns the start of the cutout of a canvas, in seconds of the source. */
export function getMattesStart(document: TimelineDocument): number {
  const cutOut = document.tracks.flatMap(({ items }) => items).find(({ role }) => role === 'cut-out');
  return cutOut?.type === 'video' ? cutOut.startSeconds - cutOut.sourceStartSeconds : 0;
}

/** Replaces the text in the canvas of a proposal, and shows the subject in front of it for the same time. */
export function withText(document: TimelineDocument, text: ItemOf<'text'>): TimelineDocument {
  const { startSeconds, durationSeconds } = text;
  const sourceStartSeconds = Math.max(0, startSeconds - getMattesStart(document));
  const change = (item: Item): Item => {
    if (item.type === 'text') {
      return text;
    }
    return item.type === 'video' && item.role === 'cut-out'
      ? { ...item, startSeconds, durationSeconds, sourceStartSeconds }
      : item;
  };
  return { ...document, tracks: document.tracks.map((track) => ({ ...track, items: track.items.map(change) })) };
}
