import type { Message } from '#core/timeline/document.ts';
import type { Box } from '../box.ts';
import type { BubbleInk } from './draw-bubble.ts';
import type { ConversationFrame } from './frame-conversation.ts';
import { badgeShape, type PlannedBubble } from './plan-conversation.ts';

type Context = OffscreenCanvasRenderingContext2D;

/**
 * Returns the centre of a reaction that extends `half` to each side: at the top corner towards the other side, clear of the words,
 * and within the safe area.
 */
export function reactionAt(
  { isRight }: Pick<PlannedBubble, 'isRight'>,
  { x, y, width }: Box,
  half: number,
  { em, safe }: Pick<ConversationFrame, 'em' | 'safe'>,
): { readonly x: number; readonly y: number } {
  const corner = isRight ? x + badgeShape.inside * em : x + width - badgeShape.inside * em;
  const most = safe.x + safe.width - half;
  return { x: Math.min(most, Math.max(safe.x + half, corner)), y: y - badgeShape.above * em };
}

/** Draws the reaction to a message; `size` is 1 at rest. */
export function drawReaction(
  context: Context,
  reaction: string,
  size: number,
  getPlace: (half: number) => { readonly x: number; readonly y: number },
  font: (px: number) => string,
  { palette, em, scale }: BubbleInk,
): void {
  const radius = badgeShape.radius * em;
  context.save();
  context.font = font(0.95 * em);
  const ink = context.measureText(reaction);
  // A disc around one emoji, longer around several.
  const half = Math.max(radius, ink.width / 2 + 0.24 * em);
  const { x, y } = getPlace(half);
  context.translate(x, y);
  context.scale(size, size);
  context.beginPath();
  context.roundRect(-half, -radius, 2 * half, 2 * radius, radius);
  context.shadowColor = '#00000040';
  context.shadowBlur = 0.5 * em * scale;
  context.shadowOffsetY = 0.12 * em * scale;
  context.fillStyle = palette.badge;
  context.fill();
  context.shadowColor = 'transparent';
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.themText;
  context.fillText(reaction, 0, (ink.actualBoundingBoxAscent - ink.actualBoundingBoxDescent) / 2);
  context.restore();
}

const receiptWords: Readonly<Record<NonNullable<Message['receipt']>, string>> = {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
};

/** All words that are not the user's. */
export const ownWords = [...Object.values(receiptWords), 'Today'];

/** Draws the delivery status of a message below its bubble. */
export function drawReceipt(
  context: Context,
  receipt: NonNullable<Message['receipt']>,
  { x, y, width, height }: Box,
  isRight: boolean,
  opacity: number,
  font: (px: number, weight: number) => string,
  { palette, em, hasShadow }: BubbleInk,
): void {
  const word = receiptWords[receipt];
  context.save();
  context.globalAlpha *= opacity;
  context.font = font(0.66 * em, 500);
  context.textBaseline = 'alphabetic';
  context.textAlign = isRight ? 'right' : 'left';
  const inset = 0.45 * em;
  const start = isRight ? x + width - inset : x + inset;
  if (hasShadow) {
    // The word has its own shade, to be readable over an image of any brightness.
    const [wide, pad] = [context.measureText(word).width, 0.36 * em];
    context.fillStyle = '#000000a6';
    context.beginPath();
    context.roundRect(start - pad - (isRight ? wide : 0), y + height + 0.18 * em, wide + 2 * pad, 0.92 * em, 0.46 * em);
    context.fill();
  }
  context.fillStyle = hasShadow ? '#ffffff' : palette.quiet;
  context.fillText(word, start, y + height + 0.87 * em);
  context.restore();
}

/**
 * Draws ticks at the end of the last line of a bubble, at the bottom of an image, or next to bare emoji: one for sent, two for
 * delivered, coloured ones for read.
 */
export function drawTicks(
  context: Context,
  receipt: NonNullable<Message['receipt']>,
  { x, y, width, height }: Box,
  opacity: number,
  { em, hasShadow }: Pick<BubbleInk, 'em' | 'hasShadow'>,
  { lines, isBare }: Pick<PlannedBubble, 'lines' | 'isBare'>,
): void {
  const isOnPicture = lines.length === 0 || (isBare && hasShadow);
  const right = x + (lines.at(-1)?.isRightToLeft === true ? 1.64 * em : width - 0.72 * em);
  context.save();
  context.globalAlpha *= opacity;
  if (isOnPicture) {
    context.fillStyle = '#00000080';
    context.beginPath();
    context.roundRect(x + width - 2.05 * em, y + height - 1.2 * em, 1.7 * em, 0.9 * em, 0.45 * em);
    context.fill();
  }
  const [read, unread] = isOnPicture ? ['#7cd4ff', '#ffffff'] : ['#35a7e8', '#5f7a6b'];
  context.strokeStyle = receipt === 'read' ? read : unread;
  context.lineWidth = 0.1 * em;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const middle = y + height - (isOnPicture ? 0.74 : 0.62) * em;
  const ticks = receipt === 'sent' ? [0] : [0, -0.34];
  context.beginPath();
  for (const shift of ticks) {
    const left = right - 0.58 * em + shift * em;
    context.moveTo(left, middle);
    context.lineTo(left + 0.2 * em, middle + 0.2 * em);
    context.lineTo(left + 0.58 * em, middle - 0.22 * em);
  }
  context.stroke();
  context.restore();
}
