import type { ItemOf } from './document.ts';

type Bubbles = ItemOf<'bubbles'>;

/** The fill and text colors of the two kinds of bubbles in each style; custom colors start from these. */
export const bubbleColors: Readonly<Record<Bubbles['style'], NonNullable<Bubbles['colors']>>> = {
  neutral: { me: '#1f2937', meText: '#ffffff', them: '#ffffff', themText: '#111827' },
  blue: { me: '#0a7cff', meText: '#ffffff', them: '#e9e9ee', themText: '#0b0b0f' },
  green: { me: '#d9fdd3', meText: '#10231a', them: '#ffffff', themText: '#10231a' },
  dark: { me: '#5b5bf0', meText: '#ffffff', them: '#2a2d36', themText: '#f2f3f5' },
};
