import type { ItemOf } from '#core/timeline/document.ts';
import type { Box } from '../box.ts';

type Bubbles = ItemOf<'bubbles'>;

/** The position of a conversation in its item's box, in pixels of the box. */
export type ConversationFrame = {
  /** The font size. */
  readonly em: number;
  /** The area that bubbles never leave. */
  readonly safe: Box;
  /** The area of bubbles at rest. */
  readonly area: Box;
  /** The card of a chat, and the header at its top; null in an overlay. */
  readonly card: (Box & { readonly cornerPx: number; readonly header: Box | null }) | null;
  /** The maximum width of a usual bubble, and of one whose message needs more room. */
  readonly maxWidth: number;
  readonly widest: number;
};

/** Returns how far a bubble rises as it enters, for a frame 1080 pixels high. */
export const getRise = (em: number): number => (32 / 44) * em;

/** Returns the areas of a conversation in a box of this size. */
export const frameConversation = (
  item: Pick<Bubbles, 'layout' | 'scale' | 'contactName'>,
  box: { readonly width: number; readonly height: number },
): ConversationFrame => (item.layout === 'chat' ? frameChat(item, box) : frameOverlay(item, box));

/**
 * The margins that platforms and screens cover, as shares of the box's sides. Portrait videos have buttons and captions at their
 * bottom.
 */
const insets = {
  wide: { side: 0.05, top: 0.06, foot: 0.06 },
  upright: { side: 0.05, top: 0.08, foot: 0.14 },
} as const;

const isUpright = ({ width, height }: { width: number; height: number }): boolean => width < 0.8 * height;

/** The maximum share of the frame width of overlay bubbles, which leaves the larger part of the frame free. */
const widestShare = 0.56;

function frameOverlay(
  { scale }: Pick<Bubbles, 'scale'>,
  box: { readonly width: number; readonly height: number },
): ConversationFrame {
  const inset = isUpright(box) ? insets.upright : insets.wide;
  const safe = {
    x: box.width * inset.side,
    y: box.height * inset.top,
    width: box.width * (1 - 2 * inset.side),
    height: box.height * (1 - inset.top - inset.foot),
  };
  // The visual size is the same on landscape, square and portrait frames.
  const em = fitEm((Math.sqrt(box.width * box.height) / 29) * scale, safe);
  const maxWidth = Math.min(safe.width * 0.8, 16 * em);
  const widest = Math.max(maxWidth, Math.min(safe.width, widestShare * box.width));
  return { em, safe, area: toArea(safe, em), card: null, maxWidth, widest };
}

/** The share of the height that a card takes, and its width as a share of its height. */
const [cardShare, cardShape] = [0.9, 0.78];

function frameChat(
  { scale, contactName }: Pick<Bubbles, 'scale' | 'contactName'>,
  box: { readonly width: number; readonly height: number },
): ConversationFrame {
  const isFull = isUpright(box);
  const height = isFull ? box.height : box.height * cardShare;
  const width = isFull ? box.width : Math.min(box.width * cardShare, height * cardShape);
  const card = { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
  const em = fitEm((width / 19.5) * scale, card);
  const header = contactName ? { ...card, height: em * (isFull ? 5.2 : 3.6) } : null;
  const top = card.y + (header?.height ?? em * (isFull ? 2 : 0.4));
  const foot = em * (isFull ? 3 : 0.9);
  const safe = {
    x: card.x + 0.8 * em,
    y: top,
    width: width - 1.6 * em,
    height: Math.max(em, card.y + height - foot - top),
  };
  const maxWidth = Math.min(safe.width * 0.8, 16 * em);
  const whole = { ...card, cornerPx: isFull ? 0 : 1.6 * em, header };
  return { em, safe, area: toArea(safe, em), card: whole, maxWidth, widest: safe.width };
}

/** Limits the font size so that at least two lines with a bubble around them fit. */
const fitEm = (em: number, { width, height }: Box): number => Math.max(1, Math.min(em, width / 8, height / 6));

/**
 * Returns the area of bubbles at rest. A bubble enters from below its position, so the last position is that far above the edge.
 */
const toArea = (safe: Box, em: number): Box => ({ ...safe, height: Math.max(em, safe.height - getRise(em)) });
