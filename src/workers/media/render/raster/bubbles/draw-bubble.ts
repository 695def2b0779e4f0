import type { Box } from '../box.ts';
import type { Palette } from './palettes.ts';
import { type BubbleLine, bubbleShape, type PlannedBubble } from './plan-conversation.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** What a bubble is drawn with. */
export type BubbleInk = {
  readonly palette: Palette;
  readonly em: number;
  readonly hasShadow: boolean;
  /** Pixels of the canvas in one of the box: shadows are not scaled by the context. */
  readonly scale: number;
};

/** How far a shadow goes beyond its bubble. */
export const shadowReach = (em: number): number => 1.1 * em;

/** Fills a bubble of this size; the corner on its own side at the foot is small where it has a tail. */
export function fillBubble(
  context: Context,
  { isMine, isRight }: Pick<PlannedBubble, 'isMine' | 'isRight'>,
  { x, y, width, height }: Box,
  hasTail: boolean,
  { palette, em, hasShadow, scale }: BubbleInk,
): void {
  context.save();
  traceBubble(context, { x, y, width, height }, isRight, hasTail, em);
  if (hasShadow) {
    context.shadowColor = '#0000002e';
    context.shadowBlur = 0.7 * em * scale;
    context.shadowOffsetY = 0.2 * em * scale;
  }
  context.fillStyle = isMine ? palette.me : palette.them;
  context.fill();
  context.restore();
}

/** The outline of a bubble as the path of the context. */
export function traceBubble(context: Context, box: Box, isRight: boolean, hasTail: boolean, em: number): void {
  const { x, y, width, height } = box;
  const corner = Math.min(bubbleShape.corner * em, width / 2, height / 2);
  const tail = hasTail ? Math.min(bubbleShape.tailCorner * em, corner) : corner;
  context.beginPath();
  context.roundRect(x, y, width, height, [corner, corner, isRight ? tail : corner, isRight ? corner : tail]);
}

/** Draws the lines of a message, the bubble's corner at x, y. */
export function drawLines(
  context: Context,
  lines: readonly BubbleLine[],
  { x, y, font, color }: { x: number; y: number; font: string; color: string },
): void {
  context.font = font;
  context.fillStyle = color;
  context.textBaseline = 'alphabetic';
  for (const line of lines) {
    context.direction = line.isRightToLeft ? 'rtl' : 'ltr';
    context.textAlign = line.isRightToLeft ? 'right' : 'left';
    context.fillText(line.text, x + line.x + (line.isRightToLeft ? line.width : 0), y + line.baseline);
  }
}

/** A wave goes through the dots in this time. */
const waveSeconds = 1.15;

/** Draws the three dots of somebody who types, in a bubble with this box. */
export function drawDots(context: Context, box: Box, color: string, seconds: number, em: number): void {
  context.save();
  context.fillStyle = color;
  const { globalAlpha } = context;
  for (let dot = 0; dot < 3; dot++) {
    const wave = Math.max(0, Math.sin(2 * Math.PI * (seconds / waveSeconds - dot * 0.17)));
    context.globalAlpha = globalAlpha * (0.38 + 0.45 * wave);
    context.beginPath();
    const at = box.x + box.width / 2 + (dot - 1) * 0.78 * em;
    context.arc(at, box.y + box.height / 2 - 0.2 * em * wave, 0.27 * em, 0, 2 * Math.PI);
    context.fill();
  }
  context.restore();
}

/** Draws a picture so that it fills `box`; what does not fit is left out at its edges. One that is missing leaves a shade. */
export function drawPicture(context: Context, picture: OffscreenCanvas | null, box: Box): void {
  if (!picture) {
    context.fillStyle = '#8080804d';
    context.fillRect(box.x, box.y, box.width, box.height);
    return;
  }
  const shape = box.width / box.height;
  const width = Math.min(picture.width, picture.height * shape);
  const height = Math.min(picture.height, picture.width / shape);
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, width, height, box.x, box.y, box.width, box.height);
}
