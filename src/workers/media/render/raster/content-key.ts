import type { Item } from '#core/timeline/document.ts';

const keys = new WeakMap<object, string>();

/** Returns a key that is equal for items with equal content, whatever their position and time. */
export function getContentKey(item: Item): string {
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

/** Short names of contents, because a conversation may be long. A forgotten content gets a new name. */
const numbers = new Map<string, string>();
const keptContents = 1000;
let next = 0;

/** Properties that change where and when a bitmap is visible, but not the bitmap. */
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

/** Formats lengths for a key, to the hundredth of a pixel. */
export const toKey = (...lengths: readonly number[]): string => lengths.map((length) => length.toFixed(2)).join(' ');
