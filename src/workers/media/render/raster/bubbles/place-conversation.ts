import type { Size } from '#core/size.ts';
import type { Box } from '../box.ts';
import { riseOf } from './frame-conversation.ts';
import { bubbleShape, type ConversationPlan, hasTicks, type PlannedBubble, reactionRoom } from './plan-conversation.ts';
import { ramp, spring } from './spring.ts';

/** A bubble at one time, in pixels of the item's box. */
export type PlacedBubble = {
  /** Of the plan's bubbles. */
  readonly index: number;
  /** What of the message is seen: dots while it is typed. */
  readonly shows: 'dots' | 'message';
  /** The top left corner when it is neither scaled nor lowered. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** How far it is below its place. */
  readonly lower: number;
  readonly opacity: number;
  /** Of the message in its bubble, which grows out of that of the dots. */
  readonly wordsOpacity: number;
  /** Whether it is the last one of its side. */
  readonly hasTail: boolean;
  /** Sizes of 0 to 1 and a little more. */
  readonly reaction: number;
  readonly receipt: number;
  /** The dots: the time within their movement, and where their own bubble is in that of the message; null where none are seen. */
  readonly dots: { readonly seconds: number; readonly opacity: number; readonly box: Box } | null;
};

/** A conversation at one time. */
export type ConversationScene = {
  readonly bubbles: readonly PlacedBubble[];
  /** The top of the room of the day's pill, and how much of it is seen; null where it is not. */
  readonly day: { readonly y: number; readonly opacity: number } | null;
};

/** When a reaction and a receipt follow their message. */
const [reactionDelay, receiptDelay] = [0.7, 0.45];
/** The bubble of the dots has grown most of the way before words are seen in it, or its edge would cut them. */
const wordsDelay = 0.1;
/** So long the dots are seen yet, or the bubble would be empty until its words come. */
const dotsLeaveSeconds = 0.22;
const receiptHeightEm = 1.15;
const dayHeightEm = 2.6;
/** The day's pill within that: its middle, and half its height. */
export const dayPill = { middleEm: 1.15, halfEm: 0.75 } as const;
const entranceScale = 0.82;

/** Where every bubble is at a time since the item's start. A pure function. */
export function placeConversation(plan: ConversationPlan, seconds: number): ConversationScene {
  const { frame, bubbles, item } = plan;
  const { area, em } = frame;
  const isChat = item.layout === 'chat';
  const slots = bubbles.map((bubble, index) => slotAt(plan, bubble, index, seconds));
  const dayHeight = isChat ? dayHeightEm * em : 0;
  const total = dayHeight + slots.reduce((sum, slot) => sum + slot.height, 0);
  // A chat fills from its top, an overlay stands on its foot; both move up when there is no more room.
  let y = isChat ? area.y - Math.max(0, total - area.height) : area.y + area.height - total;
  const day = isChat ? dayAt(plan, y) : null;
  y += dayHeight;
  const placed: PlacedBubble[] = [];
  slots.forEach((slot, index) => {
    const bubble = bubbles[index];
    if (bubble && slot.isThere) {
      placed.push(placeBubble(plan, { index, bubble, slot, slotY: y, seconds }));
    }
    y += slot.height;
  });
  return { bubbles: placed.filter(({ opacity }) => opacity > 0), day };
}

/** It is gone before it is half behind the header: what is left of it would look like dirt. */
function dayAt({ frame: { em, safe } }: ConversationPlan, y: number): ConversationScene['day'] {
  const opacity = ramp(y + dayPill.middleEm * em, safe.y, dayPill.halfEm * em);
  return opacity > 0 ? { y, opacity } : null;
}

type Slot = {
  readonly isThere: boolean;
  /** The height that the message takes by now, with the gap above and the receipt below it. */
  readonly height: number;
  readonly receipt: number;
};

const roomLead = 1.6;

/** When anything of a message is first seen. */
const beginOf = ({ message }: PlannedBubble): number => message.atSeconds - message.typingSeconds;

const dotsSize = (em: number) => ({
  width: 3.5 * em,
  height: (bubbleShape.lineHeight + 2 * bubbleShape.padY) * em,
});

function slotAt(plan: ConversationPlan, bubble: PlannedBubble, index: number, seconds: number): Slot {
  const { message, height, gap } = bubble;
  if (seconds < beginOf(bubble)) {
    return { isThere: false, height: 0, receipt: 0 };
  }
  // The others make room a little sooner than it is taken.
  const entered = spring((seconds - beginOf(bubble)) * roomLead);
  const dots = dotsSize(plan.frame.em).height;
  const grown = spring(seconds - message.atSeconds);
  const own = message.typingSeconds > 0 ? dots + (height - dots) * grown : height;
  const receipt = receiptAt(plan, index, seconds);
  const isBelow = receipt > 0 && !hasTicks(plan.item);
  const below = isBelow ? receipt * receiptHeightEm * plan.frame.em : 0;
  return { isThere: true, height: (gap + own) * entered + below, receipt };
}

/** Words are below the latest message of mine alone; ticks stay in each. */
function receiptAt(plan: ConversationPlan, index: number, seconds: number): number {
  const bubble = plan.bubbles[index];
  if (!bubble?.isMine || bubble.message.receipt === undefined) {
    return 0;
  }
  const shown = ramp(seconds, bubble.message.atSeconds + receiptDelay, 0.25);
  const next = plan.bubbles.slice(index + 1).find(({ isMine }) => isMine);
  return hasTicks(plan.item) || !next ? shown : shown * (1 - ramp(seconds, next.message.atSeconds, 0.2));
}

type Placing = {
  readonly index: number;
  readonly bubble: PlannedBubble;
  readonly slot: Slot;
  readonly slotY: number;
  readonly seconds: number;
};

function placeBubble(plan: ConversationPlan, { index, bubble, slot, slotY, seconds }: Placing): PlacedBubble {
  const { frame, bubbles, item } = plan;
  const { message, isRight } = bubble;
  const isTyped = seconds < message.atSeconds;
  const size = sizeAt(plan, bubble, seconds);
  // It enters once, as dots or as the message.
  const entered = spring(seconds - beginOf(bubble));
  const below = hasTicks(plan.item) ? 0 : slot.receipt * receiptHeightEm * frame.em;
  const lowest = frame.area.y + frame.area.height - below - size.height;
  const y = item.layout === 'chat' ? slotY + bubble.gap : slotY + slot.height - below - size.height;
  const next = bubbles[index + 1];
  const scale = entranceScale + (1 - entranceScale) * entered;
  // It grows upwards, and a little too far.
  const highest = frame.safe.y + reactionRoom(message, frame.em) + Math.max(0, scale - 1) * size.height;
  return {
    index,
    shows: isTyped ? 'dots' : 'message',
    x: isRight ? frame.area.x + frame.area.width - size.width : frame.area.x,
    y: item.layout === 'chat' ? Math.min(lowest, y) : Math.max(highest, Math.min(lowest, y)),
    ...size,
    scale,
    lower: Math.max(0, 1 - entered) * riseOf(frame.em),
    opacity: ramp(seconds, beginOf(bubble) - 1e-3, 0.14) * staysAt(plan, index, seconds),
    wordsOpacity: message.typingSeconds > 0 ? ramp(seconds, message.atSeconds + wordsDelay, 0.16) : 1,
    hasTail: !next?.isGrouped || seconds < beginOf(next),
    reaction: message.reaction === undefined ? 0 : spring(seconds - message.atSeconds - reactionDelay),
    receipt: slot.receipt,
    dots: dotsAt(frame.em, bubble, size, seconds),
  };
}

/** Dots stay where they were while their bubble grows: at its own side and its foot. */
function dotsAt(em: number, { message, isRight }: PlannedBubble, size: Size, seconds: number): PlacedBubble['dots'] {
  const opacity = 1 - ramp(seconds, message.atSeconds, dotsLeaveSeconds);
  if (message.typingSeconds <= 0 || opacity === 0) {
    return null;
  }
  const { width, height } = dotsSize(em);
  const box = { x: isRight ? size.width - width : 0, y: size.height - height, width, height };
  return { seconds: seconds - message.atSeconds + message.typingSeconds, opacity, box };
}

/** The bubble of the dots becomes that of the message. */
function sizeAt({ frame }: ConversationPlan, { message, width, height }: PlannedBubble, seconds: number) {
  const dots = dotsSize(frame.em);
  if (message.typingSeconds <= 0) {
    return { width, height };
  }
  const grown = spring(seconds - message.atSeconds);
  // A message without words yet has no size, and a spring goes a little too far.
  const grow = (from: number, to: number, most: number): number =>
    Math.max(0, Math.min(from + (to - from) * grown, Math.max(to, most)));
  return {
    width: grow(dots.width, width, frame.area.width),
    height: grow(dots.height, height, frame.area.height - reactionRoom(message, frame.em)),
  };
}

const leaveSeconds = 0.18;

/** 1 while a bubble of an overlay has room, then to 0. In a chat the bubbles go behind the header. */
function staysAt(plan: ConversationPlan, index: number, seconds: number): number {
  const { frame, bubbles, item } = plan;
  if (item.layout === 'chat') {
    return 1;
  }
  const hasWords =
    !hasTicks(plan.item) && bubbles.some(({ message, isMine }) => isMine && message.receipt !== undefined);
  const room = frame.area.height + 0.5 - (hasWords ? receiptHeightEm * frame.em : 0);
  const dots = dotsSize(frame.em).height;
  const changes = bubbles.slice(index).flatMap((bubble, place) => {
    const { message, gap, height } = bubble;
    const above = place === 0 ? reactionRoom(message, frame.em) : gap;
    const begin = { atSeconds: beginOf(bubble), by: above + (message.typingSeconds > 0 ? dots : height) };
    return message.typingSeconds > 0 ? [begin, { atSeconds: message.atSeconds, by: height - dots }] : [begin];
  });
  let taken = 0;
  for (const { atSeconds, by } of changes.toSorted((one, other) => one.atSeconds - other.atSeconds)) {
    taken += by;
    if (taken > room) {
      return seconds < atSeconds ? 1 : 1 - ramp(seconds, atSeconds, leaveSeconds);
    }
  }
  return 1;
}
