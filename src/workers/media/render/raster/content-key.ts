import type { Item } from '#core/timeline/document.ts';

const keys = new WeakMap<object, string>();

/** What an item shows, as text that is equal for equal content. Where it lies and when is left out. */
export function contentKeyOf(item: Item): string {
  const known = keys.get(item);
  if (known !== undefined) {
    return known;
  }
  const key = JSON.stringify(Object.entries(item).filter(([name]) => !placement.has(name)));
  keys.set(item, key);
  return key;
}

/** What changes where and when a bitmap is seen, but not the bitmap. */
const placement = new Set([
  'id',
  'name',
  'startSeconds',
  'role',
  'groupId',
  'isHidden',
  'isLocked',
  'x',
  'y',
  'width',
  'height',
  'rotation',
  'opacity',
  'crop',
  'blend',
  'blurPx',
  'flip',
  'fadeInSeconds',
  'fadeOutSeconds',
  'transition',
]);

/** A length as it counts for a bitmap: to the hundredth of a pixel. */
export const toKey = (...lengths: readonly number[]): string => lengths.map((length) => length.toFixed(2)).join(' ');
