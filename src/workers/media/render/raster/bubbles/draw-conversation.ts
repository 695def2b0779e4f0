import { type Box, grow, move, unite } from '../box.ts';
import { openArea, type RasterArea } from '../raster-area.ts';
import {
  type BubbleInk,
  drawPicture,
  drawDots,
  drawLines,
  fillBubble,
  shadowReach,
  traceBubble,
} from './draw-bubble.ts';
import { cardShadowReach, drawCard, drawDay, drawHeader, drawTopFade, traceCard } from './draw-chat.ts';
import { drawReaction, drawReceipt, drawTicks, reactionAt } from './draw-extras.ts';
import type { ConversationFrame } from './frame-conversation.ts';
import { toComposed } from '../text/to-composed.ts';
import { getPalette } from './palettes.ts';
import type { ConversationScene, PlacedBubble } from './place-conversation.ts';
import { type ConversationPlan, hasTicks, type PlannedBubble } from './plan-conversation.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** The resources with which a conversation is drawn, in addition to its plan. */
export type ConversationInk = {
  /** Returns a CSS font, for one of the messages or, without an index, for the words around them. */
  font(px: number, weight: number, index?: number): string;
  /** Returns the current image of a message; null if it cannot be shown. */
  picture(index: number): OffscreenCanvas | null;
  /** Cached bubbles at rest. Unused ones may be removed. */
  readonly sprites: Map<string, RasterArea>;
};

/** Draws a conversation at one time. Null if all of it is invisible. */
export function drawConversation(
  plan: ConversationPlan,
  scene: ConversationScene,
  ink: ConversationInk,
  scale: number,
): RasterArea | null {
  const { frame } = plan;
  const parts = frame.card ? [grow(frame.card, frame.card.cornerPx > 0 ? cardShadowReach(frame.em) : 0)] : [];
  const bounds = [...parts, ...scene.bubbles.map((placed) => getBounds(placed, frame.em))];
  if (bounds.length === 0) {
    return null;
  }
  const area = openArea(unite(bounds), scale);
  const tools = { plan, ink, bubble: toBubbleInk(plan, area.scale) };
  if (frame.card) {
    drawChat(tools, scene, area.context);
  } else {
    drawBubbles(tools, scene, area.context);
  }
  dropUnused(tools, scene);
  return area;
}

type Tools = { readonly plan: ConversationPlan; readonly ink: ConversationInk; readonly bubble: BubbleInk };

const toBubbleInk = ({ item, frame }: ConversationPlan, scale: number): BubbleInk => ({
  palette: getPalette(item),
  em: frame.em,
  hasShadow: frame.card === null,
  scale,
});

/** Returns the maximum area of a bubble, with its shadow, its reaction and its receipt. */
const getBounds = ({ x, y, width, height, lower }: PlacedBubble, em: number): Box =>
  grow(move({ x, y, width, height }, 0, lower / 2), lower / 2 + 1.5 * em);

function drawChat({ plan, ink, bubble }: Tools, scene: ConversationScene, context: Context): void {
  const { frame, item } = plan;
  if (!frame.card) {
    return;
  }
  const card = cardSprite({ plan, ink, bubble }, frame.card);
  drawSprite(context, card, 0, 0);
  context.save();
  traceCard(context, frame.card, frame.card.cornerPx);
  context.clip();
  if (scene.day) {
    drawDay(context, frame.area, scene.day, (px, weight) => ink.font(px, weight), bubble);
  }
  drawBubbles({ plan, ink, bubble }, scene, context);
  drawTopFade(context, frame, bubble);
  if (frame.card.header && item.contactName) {
    drawHeader(context, toComposed(item.contactName), frame.card.header, (px, weight) => ink.font(px, weight), bubble);
  }
  context.restore();
}

const cardKey = 'card';

/** Returns the card of a chat with its shadow, which is cached: its large blur takes longer than all the rest. */
function cardSprite({ plan, ink, bubble }: Tools, card: NonNullable<ConversationFrame['card']>): RasterArea {
  const key = `${cardKey} ${bubble.scale}`;
  const known = ink.sprites.get(key);
  if (known) {
    return known;
  }
  const area = openArea(grow(card, card.cornerPx > 0 ? cardShadowReach(plan.frame.em) : 0), bubble.scale);
  drawCard(area.context, card, bubble);
  ink.sprites.set(key, area);
  return area;
}

/** Draws bubbles with the latest behind earlier ones, so that it never covers words as it enters. */
const drawBubbles = (tools: Tools, { bubbles }: ConversationScene, context: Context): void =>
  bubbles.toReversed().forEach((placed) => drawBubble(tools, placed, context));

function drawBubble(tools: Tools, placed: PlacedBubble, context: Context): void {
  const { plan, ink, bubble } = tools;
  const planned = plan.bubbles[placed.index];
  if (!planned) {
    return;
  }
  const { x, y, width, height, scale, opacity } = placed;
  const { isRight, message } = planned;
  // A bubble grows from the corner at its own side, so that it stays at the edge.
  const [originX, originY] = [isRight ? x + width : x, y + height];
  context.save();
  context.globalAlpha = opacity;
  context.translate(originX, originY + placed.lower);
  context.scale(scale, scale);
  context.translate(-originX, -originY);
  if (isAtRest(planned, placed)) {
    drawSprite(context, getSprite(tools, planned, placed), x, y);
  } else {
    drawWhole(tools, planned, placed, { x, y, width, height }, context);
  }
  const extra = { x, y, width, height };
  if (message.receipt && placed.receipt > 0) {
    if (hasTicks(plan.item)) {
      drawTicks(context, message.receipt, extra, placed.receipt, bubble, planned);
    } else {
      const font = (px: number, weight: number): string => ink.font(px, weight);
      drawReceipt(context, message.receipt, extra, isRight, placed.receipt, font, bubble);
    }
  }
  if (message.reaction && placed.reaction > 0) {
    const font = (px: number): string => ink.font(px, 400, placed.index);
    const getPlace = (half: number) => reactionAt(planned, extra, half, plan.frame);
    drawReaction(context, message.reaction, placed.reaction, getPlace, font, bubble);
  }
  context.restore();
}

/** Draws a sprite on whole pixels if it is not scaled, to keep its words sharp. */
function drawSprite(context: Context, sprite: RasterArea, x: number, y: number): void {
  const [left, top] = [x + sprite.x, y + sprite.y];
  const transform = context.getTransform();
  if (transform.a === sprite.scale) {
    const at = transform.transformPoint({ x: left, y: top });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(sprite.canvas, Math.round(at.x), Math.round(at.y));
    context.setTransform(transform);
  } else {
    context.drawImage(
      sprite.canvas,
      left,
      top,
      sprite.canvas.width / sprite.scale,
      sprite.canvas.height / sprite.scale,
    );
  }
}

const isAtRest = (planned: PlannedBubble, placed: PlacedBubble): boolean =>
  placed.shows === 'message' &&
  placed.wordsOpacity === 1 &&
  placed.width === planned.width &&
  placed.height === planned.height;

/** Returns a cached bubble at 0, 0 with its words. */
function getSprite(tools: Tools, planned: PlannedBubble, placed: PlacedBubble): RasterArea {
  const { ink, bubble } = tools;
  const picture = planned.picture ? ink.picture(placed.index) : null;
  const key = spriteKey(placed, bubble.scale);
  const known = picture ? undefined : ink.sprites.get(key);
  if (known) {
    return known;
  }
  const box = { x: 0, y: 0, width: planned.width, height: planned.height };
  const area = openArea(grow(box, bubble.hasShadow ? shadowReach(bubble.em) : 1), bubble.scale);
  drawWhole(tools, planned, placed, box, area.context);
  ink.sprites.set(key, area);
  return area;
}

const spriteKey = ({ index, hasTail }: PlacedBubble, scale: number): string => `${index} ${hasTail} ${scale}`;

function dropUnused({ ink, bubble }: Tools, scene: ConversationScene): void {
  const used = new Set(scene.bubbles.map((placed) => spriteKey(placed, bubble.scale)));
  used.add(`${cardKey} ${bubble.scale}`);
  [...ink.sprites.keys()].filter((key) => !used.has(key)).forEach((key) => ink.sprites.delete(key));
}

function drawWhole(tools: Tools, planned: PlannedBubble, placed: PlacedBubble, box: Box, context: Context): void {
  const { ink, bubble } = tools;
  const { palette, em } = bubble;
  const { isMine, isRight, isBare } = planned;
  const color = isMine ? palette.meText : palette.themText;
  context.save();
  const { globalAlpha } = context;
  if (!isBare || placed.wordsOpacity < 1) {
    context.globalAlpha = isBare ? globalAlpha * (1 - placed.wordsOpacity) : globalAlpha;
    fillBubble(context, planned, box, placed.hasTail, bubble);
  }
  if (placed.dots) {
    const { seconds, opacity, box: own } = placed.dots;
    context.globalAlpha = globalAlpha * opacity;
    drawDots(context, move(own, box.x, box.y), color, seconds, em);
  }
  if (placed.shows === 'message') {
    context.globalAlpha = globalAlpha * placed.wordsOpacity;
    if (!isBare) {
      traceBubble(context, box, isRight, placed.hasTail, em);
      context.clip();
    }
    // While the bubble grows, its words are at their final position: at its own side and its bottom.
    const x = isRight ? box.x + box.width - planned.width : box.x;
    const y = box.y + box.height - planned.height;
    const picture = planned.picture ? ink.picture(placed.index) : null;
    if (planned.picture) {
      drawPicture(context, picture, move(planned.picture, x, y));
    }
    drawLines(context, planned.lines, { x, y, font: ink.font(planned.sizePx, 440, placed.index), color });
  }
  context.restore();
}
