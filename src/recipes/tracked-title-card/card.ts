import type { TextLines, TextToBreak } from '#core/analysis/text-lines.ts';
import type { Size } from '#core/lib/size.ts';
import type { Placement } from './recipe.ts';

export type CardStyle = 'card' | 'label' | 'outline' | 'minimal';

/** The content and style of a card. */
export type CardDesign = {
  readonly style: CardStyle;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** `#rrggbb` */
  readonly accent: string;
};

/** A part of a card: an item without its times. `x` and `y` are the offset from the card's center, in pixels at scale 1. */
export type CardPart = {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation?: number;
  /** Whether the part appears a moment later, as letters do after their background. */
  readonly isLate: boolean;
  /** The type and style of the item. */
  readonly fields: PartFields;
};

type PartFields =
  | { readonly type: 'text'; readonly sizePx: number; readonly look: object }
  | { readonly type: 'shape'; readonly look: object };

export type Card = Size & {
  /** The font size of the title. */
  readonly titlePx: number;
  readonly parts: readonly CardPart[];
};

/** The font size of a title, as a share of the frame's shorter side, and of a subtitle, as a share of that. */
const titleShare = 0.054;
const subtitleShare = 0.58;
/** The maximum width of a line, as a share of the frame's width. */
const maxWidth = { landscape: 0.42, portrait: 0.72 } as const;
const lineHeights = { title: 1.14, subtitle: 1.28 } as const;
/** The extra width for rounding of letters. */
const slackPx = 3;

const weights: Readonly<Record<CardStyle, { readonly title: number; readonly subtitle: number }>> = {
  card: { title: 700, subtitle: 500 },
  label: { title: 700, subtitle: 500 },
  outline: { title: 700, subtitle: 500 },
  minimal: { title: 800, subtitle: 600 },
};

export const getTitlePx = (canvas: Size): number => Math.max(10, titleShare * Math.min(canvas.width, canvas.height));

/** Returns the texts of a card to break into lines: the title, and the subtitle if there is one. */
export function getTexts({ style, title, subtitle }: CardDesign, canvas: Size): TextToBreak[] {
  const titlePx = getTitlePx(canvas);
  const most = (canvas.width > canvas.height ? maxWidth.landscape : maxWidth.portrait) * canvas.width;
  const font = 'Inter';
  const ofTitle = { text: title, font, weight: weights[style].title, maxWidth: most / titlePx };
  return subtitle === undefined || subtitle === ''
    ? [ofTitle]
    : [ofTitle, { text: subtitle, font, weight: weights[style].subtitle, maxWidth: most / (subtitleShare * titlePx) }];
}

/** A block of lines with its size. */
type Block = Size & { readonly text: string; readonly sizePx: number; readonly lineHeight: number };

/** Lays out a card around its lines. A pure function of the measured lines. */
export function layOutCard(
  look: CardDesign,
  canvas: Size,
  [title = [], subtitle]: readonly TextLines[],
  placement: Placement,
): Card {
  const titlePx = getTitlePx(canvas);
  const ofTitle = toBlock(title, titlePx, lineHeights.title);
  const ofSubtitle = subtitle ? toBlock(subtitle, subtitleShare * titlePx, lineHeights.subtitle) : null;
  return layouts[look.style]({ look, titlePx, title: ofTitle, subtitle: ofSubtitle, placement });
}

function toBlock(lines: TextLines, sizePx: number, lineHeight: number): Block {
  const width = Math.max(0, ...lines.map((line) => line.width)) * sizePx + slackPx;
  const text = lines.map((line) => line.text.trimEnd()).join('\n');
  return { text, sizePx, lineHeight, width, height: Math.max(1, lines.length) * lineHeight * sizePx };
}

type Layout = {
  readonly look: CardDesign;
  readonly titlePx: number;
  readonly title: Block;
  readonly subtitle: Block | null;
  readonly placement: Placement;
};

const layouts: Readonly<Record<CardStyle, (layout: Layout) => Card>> = {
  card: (layout) => {
    const { titlePx: em, look } = layout;
    const [padX, padY, bar] = [0.62 * em, 0.56 * em, 0.13 * em];
    const words = measureWords(layout, 0.2 * em);
    const size = { width: words.width + 2 * padX + bar + 0.42 * em, height: words.height + 2 * padY };
    const left = -size.width / 2 + padX + bar + 0.42 * em;
    const height = words.height - 0.08 * em;
    const stroke = { color: '#ffffff24', widthPx: Math.max(1, 0.03 * em) };
    return {
      ...size,
      titlePx: em,
      parts: [
        rectangle('plate', 'Plate', { x: 0, y: 0, ...size }, { cornerPx: 0.36 * em, fill: '#0f1218d9', stroke }),
        rectangle(
          'accent',
          'Accent',
          { x: -size.width / 2 + padX + bar / 2, y: 0, width: bar, height },
          { cornerPx: bar / 2, fill: look.accent.toLowerCase() },
        ),
        ...toTexts(layout, { left, width: words.width, gap: 0.2 * em, align: 'left' }, ['#ffffff', '#c3cad4']),
      ],
    };
  },
  label: (layout) => {
    const { titlePx: em, placement, subtitle } = layout;
    const words = measureWords(layout, 0.1 * em);
    const size = { width: words.width + 1.5 * em, height: words.height + 0.8 * em };
    const corner = subtitle ? 0.6 * em : size.height / 2;
    const side = 0.46 * em;
    return {
      ...size,
      titlePx: em,
      parts: [
        {
          ...rectangle(
            'pointer',
            'Pointer',
            { ...pointTo(placement, size, side), width: side, height: side },
            {
              cornerPx: 0.08 * em,
              fill: '#ffffff',
            },
          ),
          rotation: 45,
        },
        rectangle('plate', 'Plate', { x: 0, y: 0, ...size }, { cornerPx: corner, fill: '#ffffff' }),
        ...toTexts(layout, { left: -words.width / 2, width: words.width, gap: 0.1 * em, align: 'center' }, [
          '#12151b',
          '#4b5360',
        ]),
      ],
    };
  },
  outline: (layout) => {
    const { titlePx: em } = layout;
    const words = measureWords(layout, 0.16 * em);
    const size = { width: words.width + 1.6 * em, height: words.height + 1.1 * em };
    const shadow = { color: '#000000a6', blurPx: 0.28 * em, x: 0, y: 0.05 * em };
    return {
      ...size,
      titlePx: em,
      parts: [
        rectangle(
          'frame',
          'Frame',
          { x: 0, y: 0, ...size },
          {
            cornerPx: 0.14 * em,
            fill: '#00000085',
            stroke: { color: '#ffffff', widthPx: Math.max(1.5, 0.07 * em) },
          },
        ),
        ...toTexts(
          layout,
          { left: -words.width / 2, width: words.width, gap: 0.16 * em, align: 'center', extra: { shadow } },
          ['#ffffff', '#eef1f5'],
        ),
      ],
    };
  },
  minimal: (layout) => {
    const { titlePx: em, look, placement } = layout;
    const gap = 0.62 * em;
    const words = measureWords(layout, gap);
    const line = { width: Math.min(words.width, 1.9 * em), height: Math.max(2, 0.12 * em) };
    const below = layout.subtitle ? 0 : 0.42 * em;
    const size = { width: words.width, height: words.height + below };
    const align = placement === 'right' ? 'left' : placement === 'left' ? 'right' : 'center';
    const lineX = ({ left: -1, right: 1, center: 0 }[align] * (words.width - line.width)) / 2;
    const lineY = -size.height / 2 + layout.title.height + (layout.subtitle ? gap / 2 : below * 0.7);
    // Letters without a box may be over anything: an outline separates them from light content, a shadow from busy content.
    const shadow = { color: '#000000cc', blurPx: 0.3 * em, x: 0, y: 0.05 * em };
    const stroke = { color: '#0b0d12c7', widthPx: Math.max(1, 0.055 * em) };
    return {
      ...size,
      titlePx: em,
      parts: [
        rectangle(
          'accent',
          'Accent',
          { x: lineX, y: lineY, ...line },
          {
            cornerPx: line.height / 2,
            fill: look.accent.toLowerCase(),
          },
        ),
        ...toTexts(
          layout,
          { left: -words.width / 2, width: words.width, gap, align, top: -size.height / 2, extra: { shadow, stroke } },
          ['#ffffff', '#ffffff'],
        ),
      ],
    };
  },
};

/** Returns the size of the title with the subtitle below it. */
function measureWords({ title, subtitle }: Layout, gap: number): Size {
  return {
    width: Math.max(title.width, subtitle?.width ?? 0),
    height: title.height + (subtitle ? gap + subtitle.height : 0),
  };
}

type TextPlace = {
  readonly left: number;
  readonly width: number;
  readonly gap: number;
  readonly align: 'left' | 'center' | 'right';
  /** The top of the title; by default the words are centered. */
  readonly top?: number;
  readonly extra?: object;
};

function toTexts(
  layout: Layout,
  { left, width, gap, align, top, extra }: TextPlace,
  [ofTitle, ofSubtitle]: readonly [string, string],
): CardPart[] {
  const { look, title, subtitle } = layout;
  const start = top ?? -measureWords(layout, gap).height / 2;
  const part = (id: string, name: string, block: Block, y: number, fill: string, weight: number): CardPart => ({
    id,
    name,
    x: left + width / 2,
    y: y + block.height / 2,
    width,
    height: block.height,
    isLate: true,
    fields: {
      type: 'text',
      sizePx: block.sizePx,
      look: { text: block.text, font: 'Inter', weight, fill, align, lineHeight: block.lineHeight, ...extra },
    },
  });
  const { title: heavy, subtitle: light } = weights[look.style];
  return [
    part('title', 'Title', title, start, ofTitle, heavy),
    ...(subtitle ? [part('subtitle', 'Subtitle', subtitle, start + title.height + gap, ofSubtitle, light)] : []),
  ];
}

type Placed = Size & { readonly x: number; readonly y: number };

const rectangle = (id: string, name: string, place: Placed, look: object): CardPart => ({
  id,
  name,
  ...place,
  isLate: false,
  fields: { type: 'shape', look: { shape: 'rectangle', ...look } },
});

/** Returns the center of the edge that is nearest to the target. */
function pointTo(placement: Placement, { width, height }: Size, side: number): { x: number; y: number } {
  const inset = 0.12 * side;
  const points: Readonly<Record<Placement, { x: number; y: number }>> = {
    above: { x: 0, y: height / 2 - inset },
    below: { x: 0, y: -height / 2 + inset },
    left: { x: width / 2 - inset, y: 0 },
    right: { x: -width / 2 + inset, y: 0 },
  };
  return points[placement];
}
