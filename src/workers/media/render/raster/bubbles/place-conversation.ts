import type { Size } from '#core/lib/size.ts';
import type { Box } from '../box.ts';
import { getRise } from './frame-conversation.ts';
import { bubbleShape, type ConversationPlan, hasTicks, type PlannedBubble, reactionRoom } from './plan-conversation.ts';
import { ramp, spring } from './spring.ts';

/** A bubble at one time, in pixels of the item's box. */
export type PlacedBubble = {
  /** The index in the plan's bubbles. */
  readonly index: number;
  /** The visible content: dots while the message is typed. */
  readonly shows: 'dots' | 'message';
  /** The top left corner without scale and offset. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  /** The offset below its position. */
  readonly lower: number;
  readonly opacity: number;
  /** The opacity of the message in its bubble, which grows out of that of the dots. */
  readonly wordsOpacity: number;
  /** Whether it is the last of consecutive bubbles on its side. */
  readonly hasTail: boolean;
  /** Sizes of 0 to slightly more than 1. */
  readonly reaction: number;
  readonly receipt: number;
  /** The dots: the time within their animation, and their own bubble within that of the message; null if they are not visible. */
  readonly dots: { readonly seconds: number; readonly opacity: number; readonly box: Box } | null;
};

/** A conversation at one time. */
export type ConversationScene = {
  readonly bubbles: readonly PlacedBubble[];
  /** The top of the area of the day's pill, and its opacity; null if it is not visible. */
  readonly day: { readonly y: number; readonly opacity: number } | null;
};

/** The delays of a reaction and of a receipt after their message. */
const [reactionDelay, receiptDelay] = [0.7, 0.45];
/** The delay of the words, until the bubble of the dots has grown most of the way; otherwise its edge would cut them. */
const wordsDelay = 0.1;
/** The time that the dots stay visible, because the bubble would be empty until its words appear. */
const dotsLeaveSeconds = 0.22;
const receiptHeightEm = 1.15;
const dayHeightEm = 2.6;
/** The day's pill within that area: its centre, and half its height. */
export const dayPill = { middleEm: 1.15, halfEm: 0.75 } as const;
const entranceScale = 0.82;

/** Returns the position of every bubble at a time since the item's start. A pure function. */
export function placeConversation(plan: ConversationPlan, seconds: number): ConversationScene {
  const { frame, bubbles, item } = plan;
  const { area, em } = frame;
  const isChat = item.layout === 'chat';
  const slots = bubbles.map((bubble, index) => slotAt(plan, bubble, index, seconds));
  const dayHeight = isChat ? dayHeightEm * em : 0;
  const total = dayHeight + slots.reduce((sum, slot) => sum + slot.height, 0);
  // A chat fills from its top, an overlay from its bottom; both scroll up when they are full.
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

/** Returns the position of the day. It disappears before it is half behind the header, where its rest would look like dirt. */
function dayAt({ frame: { em, safe } }: ConversationPlan, y: number): ConversationScene['day'] {
  const opacity = ramp(y + dayPill.middleEm * em, safe.y, dayPill.halfEm * em);
  return opacity > 0 ? { y, opacity } : null;
}

type Slot = {
  readonly isThere: boolean;
  /** The current height of the message, with the gap above and the receipt below it. */
  readonly height: number;
  readonly receipt: number;
};

const roomLead = 1.6;

/** Returns when a message, or its dots, first become visible. */
const getStart = ({ message }: PlannedBubble): number => message.atSeconds - message.typingSeconds;

const dotsSize = (em: number) => ({
  width: 3.5 * em,
  height: (bubbleShape.lineHeight + 2 * bubbleShape.padY) * em,
});

function slotAt(plan: ConversationPlan, bubble: PlannedBubble, index: number, seconds: number): Slot {
  const { message, height, gap } = bubble;
  if (seconds < getStart(bubble)) {
    return { isThere: false, height: 0, receipt: 0 };
  }
  // The others make room slightly earlier.
  const entered = spring((seconds - getStart(bubble)) * roomLead);
  const dots = dotsSize(plan.frame.em).height;
  const grown = spring(seconds - message.atSeconds);
  const own = message.typingSeconds > 0 ? dots + (height - dots) * grown : height;
  const receipt = receiptAt(plan, index, seconds);
  const isBelow = receipt > 0 && !hasTicks(plan.item);
  const below = isBelow ? receipt * receiptHeightEm * plan.frame.em : 0;
  return { isThere: true, height: (gap + own) * entered + below, receipt };
}

/** Returns the size of a receipt. Words are shown only below the user's latest message; ticks stay in each. */
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
  // The bubble enters once, as dots or as the message.
  const entered = spring(seconds - getStart(bubble));
  const below = hasTicks(plan.item) ? 0 : slot.receipt * receiptHeightEm * frame.em;
  const lowest = frame.area.y + frame.area.height - below - size.height;
  const y = item.layout === 'chat' ? slotY + bubble.gap : slotY + slot.height - below - size.height;
  const next = bubbles[index + 1];
  const scale = entranceScale + (1 - entranceScale) * entered;
  // The bubble grows upwards, and overshoots slightly.
  const highest = frame.safe.y + reactionRoom(message, frame.em) + Math.max(0, scale - 1) * size.height;
  return {
    index,
    shows: isTyped ? 'dots' : 'message',
    x: isRight ? frame.area.x + frame.area.width - size.width : frame.area.x,
    y: item.layout === 'chat' ? Math.min(lowest, y) : Math.max(highest, Math.min(lowest, y)),
    ...size,
    scale,
    lower: Math.max(0, 1 - entered) * getRise(frame.em),
    opacity: ramp(seconds, getStart(bubble) - 1e-3, 0.14) * staysAt(plan, index, seconds),
    wordsOpacity: message.typingSeconds > 0 ? ramp(seconds, message.atSeconds + wordsDelay, 0.16) : 1,
    hasTail: !next?.isGrouped || seconds < getStart(next),
    reaction: message.reaction === undefined ? 0 : spring(seconds - message.atSeconds - reactionDelay),
    receipt: slot.receipt,
    dots: dotsAt(frame.em, bubble, size, seconds),
  };
}

/** Returns the dots, which stay in place while their bubble grows: at its own side and its bottom. */
function dotsAt(em: number, { message, isRight }: PlannedBubble, size: Size, seconds: number): PlacedBubble['dots'] {
  const opacity = 1 - ramp(seconds, message.atSeconds, dotsLeaveSeconds);
  if (message.typingSeconds <= 0 || opacity === 0) {
    return null;
  }
  const { width, height } = dotsSize(em);
  const box = { x: isRight ? size.width - width : 0, y: size.height - height, width, height };
  return { seconds: seconds - message.atSeconds + message.typingSeconds, opacity, box };
}

/** Returns the size of a bubble while that of the dots grows into that of the message. */
function sizeAt({ frame }: ConversationPlan, { message, width, height }: PlannedBubble, seconds: number) {
  const dots = dotsSize(frame.em);
  if (message.typingSeconds <= 0) {
    return { width, height };
  }
  const grown = spring(seconds - message.atSeconds);
  // A message without visible words has no size, and a spring overshoots slightly.
  const grow = (from: number, to: number, most: number): number =>
    Math.max(0, Math.min(from + (to - from) * grown, Math.max(to, most)));
  return {
    width: grow(dots.width, width, frame.area.width),
    height: grow(dots.height, height, frame.area.height - reactionRoom(message, frame.em)),
  };
}

const leaveSeconds = 0.18;

/**
 * Returns the opacity: 1 while a bubble of an overlay has room, then falling to 0. In a chat the bubbles move behind the header.
 */
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
    const begin = { atSeconds: getStart(bubble), by: above + (message.typingSeconds > 0 ? dots : height) };
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
