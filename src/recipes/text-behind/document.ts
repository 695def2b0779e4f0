import type { InputOf } from '#core/protocol/operation.ts';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import type { TimeRange } from '../input.ts';
import { getLineHeight, getMotions, toCase } from './lettering.ts';
import { resultDocument, toLayers } from '../result-document.ts';
import type { textBehind } from './recipe.ts';

type Input = InputOf<typeof textBehind>;

/** The style and the motion of the text, without its content and position. */
export type Style = Pick<Input, 'font' | 'weight' | 'stroke' | 'case' | 'opacity' | 'blend' | 'entrance' | 'exit'>;

/** The parts of the canvas. Times are in seconds of the source, lengths in its pixels. */
type Parts = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
  readonly sourceId: string;
  /** The audio track of the video; absent for its default track. */
  readonly audioTrack?: number | undefined;
  /** The cutout, which starts at `startSeconds` of the source. */
  readonly cutOut: { readonly assetId: string; readonly startSeconds: number };
  readonly window: TimeRange;
  readonly style: Style;
  readonly rotation: number;
  readonly placement: Pick<
    TextPlacement,
    'text' | 'x' | 'y' | 'sizePx' | 'letterSpacing' | 'width' | 'height' | 'fill'
  >;
};

/**
 * Creates the document of a text behind a subject: the video with its audio, the text over it, and over both the cutout, which
 * covers the text with the subject. Throws a ZodError for values that no document can contain.
 */
export function textBehindDocument(parts: Parts): TimelineDocument {
  const { width, height, window, cutOut } = parts;
  const whole = { x: width / 2, y: height / 2, width, height };
  const shown = { startSeconds: window.startSeconds, durationSeconds: window.endSeconds - window.startSeconds };
  const items = [
    {
      id: 'source',
      type: 'video',
      name: 'Picture',
      role: 'source',
      startSeconds: 0,
      durationSeconds: Math.min(documentLimits.seconds, parts.durationSeconds),
      ...whole,
      assetId: parts.sourceId,
      ...(parts.audioTrack !== undefined && { audioTrack: parts.audioTrack }),
      sourceStartSeconds: 0,
    },
    toTextItem(parts),
    {
      id: 'cut-out',
      type: 'video',
      name: 'Cut-out',
      role: 'cut-out',
      ...shown,
      ...whole,
      assetId: cutOut.assetId,
      sourceStartSeconds: Math.max(0, window.startSeconds - cutOut.startSeconds),
      isMuted: true,
    },
  ];
  return resultDocument(parts, '#000000', toLayers(items));
}

/** Creates the item of the text, as it is rendered. */
function toTextItem({ window, style, rotation, placement }: Parts) {
  const { text, ...place } = placement;
  const { font, weight, stroke, opacity, blend } = style;
  const durationSeconds = window.endSeconds - window.startSeconds;
  const motions = getMotions(style, durationSeconds);
  return {
    id: 'text',
    type: 'text',
    name: 'Text',
    role: 'text',
    startSeconds: window.startSeconds,
    durationSeconds,
    text: toCase(text, style.case),
    font,
    weight,
    opacity,
    blend,
    rotation,
    ...(stroke && { stroke: { ...stroke, color: stroke.color.toLowerCase() } }),
    ...place,
    fill: place.fill.toLowerCase(),
    lineHeight: getLineHeight(text),
    align: 'center',
    ...motions,
  };
}

/** Creates a text item with an arbitrary position, to measure its letters. */
export function toLettering(text: string, style: Style, rotation: number, letterSpacing: number): ItemOf<'text'> {
  const placement = { text, x: 0, y: 0, width: 1, height: 1, sizePx: 100, letterSpacing, fill: '#ffffff' };
  const [, track] = textBehindDocument({
    title: '',
    width: 1,
    height: 1,
    frameRate: 30,
    durationSeconds: 1,
    sourceId: 'source',
    cutOut: { assetId: 'cut-out', startSeconds: 0 },
    window: { startSeconds: 0, endSeconds: 1 },
    style,
    rotation,
    placement,
  }).tracks;
  const [item] = track?.items ?? [];
  if (item?.type !== 'text') {
    throw new TypeError('the second track contains the text');
  }
  return item;
}
