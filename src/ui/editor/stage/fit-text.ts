import { getFamily, type TextItem } from './text-style.ts';

/** The min size of readable text, in CSS pixels. */
const minLettersPx = 8;
const maxLettersPx = 2000;
/** The number of halvings of the range of sizes. */
const halvings = 14;

/**
 * Lays out an edited text like the renderer: a text without a font size fills its box, capital letters are in the middle of
 * their line, and the background box is as wide as the longest line.
 */
export function fitText(box: HTMLElement, item: TextItem): void {
  const field = box.querySelector('textarea');
  const letters = box.querySelector<HTMLElement>('.stage-text-measure');
  if (!field || !letters) {
    return;
  }
  // A line feed at the end has a line too.
  letters.textContent = field.value.endsWith('\n') || field.value === '' ? `${field.value}\u200b` : field.value;
  const scale = Number(box.style.getPropertyValue('--scale'));
  const sizePx = item.sizePx === undefined ? findFittingPx(box, letters, item, scale) : scale * item.sizePx;
  const shownPx = Math.max(minLettersPx, sizePx);
  box.style.fontSize = `${shownPx}px`;
  box.style.setProperty('--lower', `${shownPx * getLowering(item)}px`);
  box.style.setProperty('--plate-width', `${getLongestLinePx(letters)}px`);
}

/** Returns the largest size with which no word is broken and all lines fit, in CSS pixels. */
function findFittingPx(box: HTMLElement, letters: HTMLElement, item: TextItem, scale: number): number {
  const roomPx = box.clientHeight - 2 * scale * (item.plate?.paddingPx ?? 0);
  letters.style.overflowWrap = 'normal';
  let [low, high] = [1, maxLettersPx];
  for (let index = 0; index < halvings; index += 1) {
    const middle = (low + high) / 2;
    box.style.fontSize = `${middle}px`;
    const heightPx = letters.parentElement?.offsetHeight ?? 0;
    const fits = letters.scrollWidth <= letters.clientWidth && heightPx <= roomPx;
    [low, high] = fits ? [middle, high] : [low, middle];
  }
  letters.style.overflowWrap = '';
  return low;
}

/** Returns how much lower than in CSS letters are, in em: the renderer centers capital letters, CSS ascent and descent. */
function getLowering(item: TextItem): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    return 0;
  }
  const referencePx = 100;
  const root = getComputedStyle(document.documentElement).getPropertyValue('--font');
  context.font = `${item.weight} ${referencePx}px ${getFamily(item).replace('var(--font)', root)}`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxAscent } = context.measureText('H');
  return (actualBoundingBoxAscent - (fontBoundingBoxAscent - fontBoundingBoxDescent)) / 2 / referencePx;
}

/** Returns the width of the longest line before the rotation of the box, in CSS pixels. */
function getLongestLinePx(letters: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(letters);
  const lines = new Map<number, [number, number]>();
  const box = letters.closest<HTMLElement>('.stage-text');
  const transform = box?.style.transform ?? '';
  // Rectangles are those of the window, which a rotation changes.
  box?.style.setProperty('transform', 'none');
  for (const { left, right, top } of range.getClientRects()) {
    const [from, to] = lines.get(Math.round(top)) ?? [left, right];
    lines.set(Math.round(top), [Math.min(from, left), Math.max(to, right)]);
  }
  box?.style.setProperty('transform', transform);
  return Math.max(0, ...[...lines.values()].map(([from, to]) => to - from));
}
