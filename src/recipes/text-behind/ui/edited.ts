import type { MeasureOptions } from '#core/analysis/text-placement.ts';
import { isTextFont, type TextFont } from '#core/timeline/fonts.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { getMattesStart, toEditedText } from '../draft-canvas.ts';
import { motionSeconds } from '../lettering.ts';
import type { Proposal } from '../recipe.ts';
import { toRecord, toText, type Json } from '#ui/app/json.ts';

/** An edited proposal. Lengths are pixels of the source; times are seconds of the source. */
export type Edited = Omit<Proposal, 'coveredShare' | 'alternates' | 'font' | 'weight' | 'letterSpacing'> & {
  readonly font: TextFont;
  readonly weight: number;
  readonly letterSpacing: number;
};
export type Style = Parameters<typeof toEditedText>[2];

const toNumber = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise;

/** Reads the text of a proposal, whose JSON the user may have edited. Missing values are those of its canvas. */
export function readEdited(proposal: Json, item: ItemOf<'text'>): Edited {
  const window = toRecord(proposal['window']);
  const [font, fill] = [toText(proposal['font']), toText(proposal['fill'])];
  const startSeconds = toNumber(window['startSeconds'], item.startSeconds);
  const endSeconds = toNumber(window['endSeconds'], item.startSeconds + item.durationSeconds);
  return {
    text: toText(proposal['text']),
    x: toNumber(proposal['x'], 0),
    y: toNumber(proposal['y'], 0),
    sizePx: Math.min(5000, Math.max(4, toNumber(proposal['sizePx'], item.sizePx ?? 100))),
    rotation: toNumber(proposal['rotation'], 0),
    fill: /^#[0-9a-f]{6}$/i.test(fill) ? fill : item.fill,
    font: isTextFont(font) ? font : isTextFont(item.font) ? item.font : 'Anton',
    weight: Math.round(Math.min(900, Math.max(100, toNumber(proposal['weight'], item.weight)))),
    letterSpacing: Math.min(2, Math.max(-0.2, toNumber(proposal['letterSpacing'], item.letterSpacing))),
    window: { startSeconds, endSeconds: Math.max(startSeconds + 0.1, endSeconds) },
  };
}

const cases = ['none', 'upper', 'lower', 'title'] as const;
const motions = ['none', 'fade', 'rise', 'scale', 'wipe'] as const;

/** Reads the style and the animation of the text from a run's input. */
export const readStyle = (input: Json): Style => ({
  case: cases.find((one) => one === input['case']) ?? 'none',
  entrance: motions.find((one) => one === input['entrance']) ?? 'none',
  exit: motions.find((one) => one === input['exit']) ?? 'none',
});

/** Returns the measurement request for an edited text over the canvas of its proposal. */
export function toMeasure(
  document: TimelineDocument,
  item: ItemOf<'text'>,
  edited: Edited,
  style: Style,
): MeasureOptions {
  const { x, y, sizePx, fill, window } = edited;
  const seconds = window.endSeconds - window.startSeconds;
  const { entrance, exit } = motionSeconds(style, seconds);
  return {
    mattesStartSeconds: getMattesStart(document),
    width: document.width,
    height: document.height,
    window,
    atRest: { startSeconds: entrance, endSeconds: seconds - exit },
    item: toEditedText(item, edited, style, null),
    kept: { position: { x, y }, sizePx, fill },
  };
}

/**
 * Returns a key of the properties, except the font size, that determine the size of a text's box. A new key needs a new
 * measurement.
 */
export const letteringKey = ({ text, font, weight, letterSpacing }: Edited): string =>
  JSON.stringify([text, font, weight, letterSpacing]);
