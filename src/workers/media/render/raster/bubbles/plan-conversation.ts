import type { ItemOf, Message } from '#core/timeline/document.ts';
import type { Size } from '#core/lib/size.ts';
import type { Box } from '../box.ts';
import type { Line, MeasuredText } from '../text/break-lines.ts';
import { withoutBreaks } from './link-breaks.ts';
import { type ConversationFrame, frameConversation } from './frame-conversation.ts';

export type Bubbles = ItemOf<'bubbles'>;

/** A line of a message, in pixels of its bubble. */
export type BubbleLine = {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly isRightToLeft: boolean;
};

/** A message at rest. */
export type PlannedBubble = {
  readonly message: Message;
  /** Whether the bubble is on the right side. */
  readonly isRight: boolean;
  readonly isMine: boolean;
  readonly width: number;
  readonly height: number;
  /** The font size: smaller than the others only if the message has no room otherwise. */
  readonly sizePx: number;
  readonly lines: readonly BubbleLine[];
  readonly picture: Box | null;
  /** Whether the message is a few emoji alone, which are drawn large without a bubble. */
  readonly isBare: boolean;
  /** The gap to the bubble before, and whether both are on the same side. */
  readonly gap: number;
  readonly isGrouped: boolean;
};

/** The time-independent layout: the size of every bubble. */
export type ConversationPlan = {
  readonly frame: ConversationFrame;
  readonly item: Bubbles;
  /** The bubbles in the order in which they enter. */
  readonly bubbles: readonly PlannedBubble[];
};

/** Measures of the content of a conversation. */
export type ConversationContent = {
  /** Measures the text of a message in its font. */
  measure(message: Message): MeasuredText;
  /** Returns the size of the image of a message; null if it cannot be shown. */
  pictureSize(assetId: string): Size | null;
  /** The height of a capital letter, as a share of the size. */
  readonly capHeight: number;
};

/** Lengths of a bubble, as multiples of its font size. */
export const bubbleShape = { padX: 0.86, padY: 0.54, lineHeight: 1.32, corner: 1.2, tailCorner: 0.32 } as const;

/** Computes the size of every bubble of a conversation in a box. A pure function. */
export function planConversation(
  item: Bubbles,
  box: { readonly width: number; readonly height: number },
  content: ConversationContent,
): ConversationPlan {
  const frame = frameConversation(item, box);
  const messages = item.messages.toSorted((one, other) => one.atSeconds - other.atSeconds);
  const bubbles = messages.map((message, index) => {
    const isGrouped = messages[index - 1]?.from === message.from;
    const gap = (isGrouped ? 0.2 : 0.62) * frame.em + reactionRoom(message, frame.em);
    const isMine = message.from === 'me';
    const isRight = isMine === (item.side === 'right');
    const tickRoom = isMine && hasTicks(item) && message.receipt ? 1.3 : 0;
    return { message, isMine, isRight, isGrouped, gap, ...sizeBubble(message, frame, content, tickRoom) };
  });
  return { frame, item, bubbles };
}

/** Returns whether receipts are ticks in the bubble instead of words below it. */
export const hasTicks = ({ style }: Pick<Bubbles, 'style'>): boolean => style === 'green';

/** The disc behind a reaction, as multiples of the font size. Its centre is `inside` and `above` the bubble's corner. */
export const badgeShape = { radius: 0.86, inside: 0.2, above: 0.18 } as const;

/** Returns how far the reaction to a message extends above its bubble. */
export const reactionRoom = ({ reaction }: Message, em: number): number =>
  reaction === undefined ? 0 : (badgeShape.radius + badgeShape.above) * em;

type Sized = Pick<PlannedBubble, 'width' | 'height' | 'sizePx' | 'lines' | 'picture' | 'isBare'>;

const fewEmoji = /^(?:\p{RGI_Emoji}\s?){1,3}$/v;
const bareSize = 2.6;
/** The room of ticks next to bare emoji, where there is no padding for them. */
const bareTickRoom = 1.6;

/** Computes the size of a bubble. `tickRoom` is the width of ticks in the last line, as a multiple of the font size. */
function sizeBubble(message: Message, frame: ConversationFrame, content: ConversationContent, tickRoom: number): Sized {
  const { em, area, maxWidth, widest } = frame;
  const isBare = message.imageAssetId === undefined && fewEmoji.test(message.text.trim());
  const height = area.height - 1.2 * em - reactionRoom(message, em);
  const whole = tryBubble(message, content, {
    sizePx: isBare ? bareSize * em : em,
    most: { width: maxWidth, height },
    tickRoom: (tickRoom * (isBare ? bareTickRoom : 1)) / (isBare ? bareSize : 1),
    isBare,
  });
  if (whole.height <= height) {
    return whole;
  }
  // A long message takes more of the width before its font size is reduced.
  const most = { width: widest, height };
  for (let sizePx = em; ; sizePx *= 0.94) {
    const sized = tryBubble(message, content, { sizePx, most, tickRoom, isBare });
    if (sized.height <= height || sizePx < smallestPx) {
      return sized;
    }
  }
}

/** The minimum font size, which is invisible: the box of such a message is too small for any text. */
const smallestPx = 0.1;

type Trial = { readonly sizePx: number; readonly most: Size; readonly tickRoom: number; readonly isBare: boolean };

function tryBubble(message: Message, content: ConversationContent, { sizePx, most, tickRoom, isBare }: Trial): Sized {
  const { lineHeight } = bubbleShape;
  const padX = isBare ? 0 : bubbleShape.padX * sizePx;
  const padY = isBare ? 0 : bubbleShape.padY * sizePx;
  const picture = placePicture(message, sizePx, most, content);
  const room = Math.max(sizePx, Math.min(most.width, picture?.width ?? most.width) - 2 * padX);
  const lines = message.text.trim() === '' ? [] : breakEvenly(content.measure(message), room / sizePx);
  const lastWidth = ((lines.at(-1)?.width ?? 0) + tickRoom) * sizePx;
  const isTickBelow = tickRoom > 0 && lastWidth > room;
  const textWidth = Math.max(isTickBelow ? 0 : lastWidth, ...lines.map(({ width }) => width * sizePx));
  const width = picture?.width ?? Math.max(textWidth + 2 * padX, isBare ? 0 : 2.4 * sizePx);
  const textHeight =
    lines.length > 0 ? lines.length * lineHeight * sizePx + 2 * padY + (isTickBelow ? 0.8 * sizePx : 0) : 0;
  const top = (picture?.height ?? 0) + padY;
  const placed = lines.map((line, index) =>
    placeLine(line, sizePx, {
      left: padX,
      width: width - 2 * padX,
      middle: top + (index + 0.5) * lineHeight * sizePx + (content.capHeight / 2) * sizePx,
      isCentred: picture === null && lines.length === 1 && tickRoom === 0,
    }),
  );
  return { width, height: (picture?.height ?? 0) + textHeight, sizePx, lines: placed, picture, isBare };
}

/** Breaks a text into the minimum number of lines, as evenly as possible, so that no word is alone on a line. */
function breakEvenly(text: MeasuredText, room: number): Line[] {
  // Counts the lines as drawn: full-width marks may add a line to the estimate.
  const lines = text.breakAt(room);
  const count = lines.length;
  if (count === 1 || count > mostEvenLines) {
    return lines;
  }
  // A word that must be broken in any case is broken as late as possible.
  let [low, high] = [Math.min(room, Math.max(room * minShare, text.widestWord)), room];
  let even = lines;
  for (let index = 0; index < 10; index++) {
    const middle = (low + high) / 2;
    const tried = text.breakAt(middle);
    even = tried.length > count ? even : tried;
    [low, high] = tried.length > count ? [middle, high] : [low, middle];
  }
  return even;
}

const minShare = 0.62;
/** The number of lines from which a text is even enough. */
const mostEvenLines = 6;

function placeLine(
  { text, width, isRightToLeft }: Line,
  sizePx: number,
  at: { left: number; width: number; middle: number; isCentred: boolean },
): BubbleLine {
  const free = at.width - width * sizePx;
  const share = isRightToLeft ? 1 : 0;
  const x = at.left + free * (at.isCentred ? 0.5 : share);
  return { text: withoutBreaks(text), x, baseline: at.middle, width: width * sizePx, isRightToLeft };
}

/** The limits of the aspect ratio; narrower and wider images are cropped. */
const [narrowest, narrowestWithText, flattest] = [0.62, 0.85, 2] as const;

function placePicture(
  { imageAssetId, text }: Message,
  sizePx: number,
  most: Size,
  { pictureSize }: Pick<ConversationContent, 'pictureSize'>,
): Box | null {
  if (imageAssetId === undefined) {
    return null;
  }
  // An image that cannot be shown keeps a place of the most usual aspect ratio.
  const size = pictureSize(imageAssetId) ?? { width: 4, height: 3 };
  const isAlone = text.trim() === '';
  const shape = Math.min(flattest, Math.max(isAlone ? narrowest : narrowestWithText, size.width / size.height));
  // Text below the image needs room too.
  const height = Math.min(13 * sizePx, most.height * (isAlone ? 1 : 0.6));
  const width = Math.min(most.width, 13 * sizePx, height * shape);
  return { x: 0, y: 0, width, height: width / shape };
}
