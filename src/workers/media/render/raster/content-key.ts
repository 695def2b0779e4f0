import type { Item } from '#core/timeline/document.ts';

const keys = new WeakMap<object, string>();

/** What an item shows, as text that is equal for equal content. Where it lies and when is left out. */
export function contentKeyOf(item: Item): string {
  const known = keys.get(item);
  if (known !== undefined) {
    return known;
  }
  const content = JSON.stringify(Object.entries(item).filter(([name]) => !placement.has(name)));
  const key = numbers.get(content) ?? `content ${next++}`;
  numbers.set(content, key);
  keys.set(item, key);
  if (numbers.size > keptContents) {
    numbers.clear();
  }
  return key;
}

/** Short names of contents, since a conversation may be long. A content that was forgotten is given another. */
const numbers = new Map<string, string>();
const keptContents = 1000;
let next = 0;

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
