import type { Item, ItemOf } from '#core/timeline/document.ts';

export type Text = ItemOf<'text'>;

export const isText = (item: Item): item is Text => item.type === 'text';
