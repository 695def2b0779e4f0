import type { Box } from '../box.ts';
import type { Palette } from './palettes.ts';
import { type BubbleLine, bubbleShape, type PlannedBubble } from './plan-conversation.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** The appearance of a bubble. */
export type BubbleInk = {
  readonly palette: Palette;
  readonly em: number;
  readonly hasShadow: boolean;
  /** Pixels of the canvas per pixel of the box: the context does not scale shadows. */
  readonly scale: number;
};

/** Returns how far a shadow extends beyond its bubble. */
export const shadowReach = (em: number): number => 1.1 * em;

/** Fills a bubble of this size; the bottom corner on its own side is small if it has a tail. */
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

/** Sets the path of the context to the outline of a bubble. */
export function traceBubble(context: Context, box: Box, isRight: boolean, hasTail: boolean, em: number): void {
  const { x, y, width, height } = box;
  const corner = Math.min(bubbleShape.corner * em, width / 2, height / 2);
  const tail = hasTail ? Math.min(bubbleShape.tailCorner * em, corner) : corner;
  context.beginPath();
  context.roundRect(x, y, width, height, [corner, corner, isRight ? tail : corner, isRight ? corner : tail]);
}

/** Draws the lines of a message, with the bubble's corner at x, y. */
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

/** The period of the wave through the dots. */
const waveSeconds = 1.15;

/** Draws the three dots of the typing indicator, in a bubble with this box. */
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

/** Draws an image so that it fills `box`, cropped at its edges. A missing image is replaced by a shade. */
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
