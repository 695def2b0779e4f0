import { bubbleColors } from '#core/timeline/bubble-colors.ts';
import type { ItemOf } from '#core/timeline/document.ts';

type Bubbles = ItemOf<'bubbles'>;

/** The colours of a conversation. */
export type Palette = {
  readonly me: string;
  readonly meText: string;
  readonly them: string;
  readonly themText: string;
  /** The background of a chat, and its header. */
  readonly chat: string;
  readonly header: string;
  readonly headerText: string;
  readonly hairline: string;
  /** Words that are not messages: the day, receipts. */
  readonly quiet: string;
  readonly pill: string;
  /** The disc behind a reaction. */
  readonly badge: string;
  readonly accent: string;
};

const light = {
  chat: '#eef0f4',
  header: '#ffffff',
  headerText: '#111827',
  hairline: '#1118271a',
  quiet: '#6b7280',
  pill: '#1118270f',
  badge: '#ffffff',
};

const palettes: Readonly<Record<Bubbles['style'], Palette>> = {
  neutral: { ...light, ...bubbleColors.neutral, accent: '#1f2937' },
  blue: {
    ...light,
    ...bubbleColors.blue,
    chat: '#ffffff',
    header: '#f7f7f9',
    accent: '#0a7cff',
    pill: '#ffffff00',
  },
  green: {
    ...light,
    ...bubbleColors.green,
    chat: '#efe9e1',
    header: '#f7f5f2',
    accent: '#128c5e',
    pill: '#ffffff',
    quiet: '#5f6b66',
  },
  dark: {
    ...bubbleColors.dark,
    chat: '#101218',
    header: '#171a21',
    headerText: '#f2f3f5',
    hairline: '#ffffff14',
    quiet: '#9aa1ad',
    pill: '#ffffff14',
    badge: '#3a3e4a',
    accent: '#8b8bff',
  },
};

/** Returns the colours of a style, overridden by those of the item. */
export const getPalette = ({ style, colors }: Pick<Bubbles, 'style' | 'colors'>): Palette => ({
  ...palettes[style],
  ...colors,
});
