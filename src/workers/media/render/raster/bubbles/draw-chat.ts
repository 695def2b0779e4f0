import type { Box } from '../box.ts';
import type { BubbleInk } from './draw-bubble.ts';
import type { ConversationFrame } from './frame-conversation.ts';
import { dayPill, type ConversationScene } from './place-conversation.ts';

type Context = OffscreenCanvasRenderingContext2D;
type Font = (px: number, weight: number) => string;

/** Fills the card of a chat. */
export function drawCard(
  context: Context,
  { x, y, width, height, cornerPx }: NonNullable<ConversationFrame['card']>,
  { palette, em, scale }: BubbleInk,
): void {
  context.save();
  traceCard(context, { x, y, width, height }, cornerPx);
  if (cornerPx > 0) {
    context.shadowColor = '#00000059';
    context.shadowBlur = cardShadow.blurEm * em * scale;
    context.shadowOffsetY = cardShadow.lowerEm * em * scale;
  }
  context.fillStyle = palette.chat;
  context.fill();
  context.restore();
}

const cardShadow = { blurEm: 2.4, lowerEm: 0.6 } as const;

/** Returns how far the card's shadow extends beyond it. */
export const cardShadowReach = (em: number): number => (1.6 * cardShadow.blurEm + cardShadow.lowerEm) * em;

export function traceCard(context: Context, { x, y, width, height }: Box, cornerPx: number): void {
  context.beginPath();
  context.roundRect(x, y, width, height, cornerPx);
}

/** Fades out bubbles that scroll beyond the safe area of a chat without a header, so that the card's edge does not cut them. */
export function drawTopFade(
  context: Context,
  { card, safe }: Pick<ConversationFrame, 'card' | 'safe'>,
  { palette, em }: BubbleInk,
): void {
  if (!card || card.header) {
    return;
  }
  const [end, reach] = [safe.y - 0.1 * em, 0.45 * em];
  const fade = context.createLinearGradient(0, end, 0, end + reach);
  fade.addColorStop(0, palette.chat);
  fade.addColorStop(1, `${palette.chat.slice(0, 7)}00`);
  context.fillStyle = palette.chat;
  context.fillRect(card.x, card.y, card.width, end - card.y);
  context.fillStyle = fade;
  context.fillRect(card.x, end, card.width, reach);
}

/** Draws the header with the contact's name and initials. The context is clipped to the card. */
export function drawHeader(context: Context, name: string, box: Box, font: Font, ink: BubbleInk): void {
  const { palette, em } = ink;
  context.fillStyle = palette.header;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.fillStyle = palette.hairline;
  const hairline = Math.max(1 / ink.scale, 0.045 * em);
  context.fillRect(box.x, box.y + box.height - hairline, box.width, hairline);
  const middle = box.y + box.height - 1.8 * em;
  drawArrow(context, box.x + 1.15 * em, middle, palette.accent, em);
  const avatar = { x: box.x + 3.2 * em, y: middle, radius: 1.12 * em };
  drawAvatar(context, name, avatar, font, em);
  context.fillStyle = palette.headerText;
  context.font = font(0.95 * em, 640);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  const left = avatar.x + avatar.radius + 0.7 * em;
  const room = box.x + box.width - em - left;
  context.fillText(cutToWidth(context, name, room), left, middle + 0.345 * em);
}

function drawArrow(context: Context, x: number, y: number, color: string, em: number): void {
  context.strokeStyle = color;
  context.lineWidth = 0.16 * em;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(x + 0.26 * em, y - 0.5 * em);
  context.lineTo(x - 0.24 * em, y);
  context.lineTo(x + 0.26 * em, y + 0.5 * em);
  context.stroke();
}

type Circle = { readonly x: number; readonly y: number; readonly radius: number };

function drawAvatar(context: Context, name: string, { x, y, radius }: Circle, font: Font, em: number): void {
  const gradient = context.createLinearGradient(x, y - radius, x, y + radius);
  const hue = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  gradient.addColorStop(0, `hsl(${hue} 62% 68%)`);
  gradient.addColorStop(1, `hsl(${hue} 55% 50%)`);
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = font(0.86 * em, 640);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillText(toInitials(name), x, y + 0.31 * em);
}

/** Returns the first letters of the first and the last word. */
function toInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = words.length > 1 ? [words[0], words.at(-1)] : words;
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return first
    .map((word) => Array.from(graphemes.segment(word ?? ''), ({ segment }) => segment)[0] ?? '')
    .join('')
    .toUpperCase();
}

function cutToWidth(context: Context, text: string, width: number): string {
  const letters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  );
  let shown = text;
  for (let count = letters.length; count > 0 && context.measureText(shown).width > width; count--) {
    shown = `${letters
      .slice(0, count - 1)
      .join('')
      .trimEnd()}…`;
  }
  return shown;
}

/** Draws the day above the first message, in the middle of `area`. */
export function drawDay(
  context: Context,
  area: Box,
  { y, opacity }: NonNullable<ConversationScene['day']>,
  font: Font,
  { palette, em }: BubbleInk,
): void {
  context.save();
  context.globalAlpha = opacity;
  context.font = font(0.68 * em, 560);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  const width = context.measureText('Today').width + 1.5 * em;
  const [middle, height] = [y + dayPill.middleEm * em, 2 * dayPill.halfEm * em];
  context.fillStyle = palette.pill;
  context.beginPath();
  context.roundRect(area.x + (area.width - width) / 2, middle - height / 2, width, height, height / 2);
  context.fill();
  context.fillStyle = palette.quiet;
  context.fillText('Today', area.x + area.width / 2, middle + 0.245 * em);
  context.restore();
}
