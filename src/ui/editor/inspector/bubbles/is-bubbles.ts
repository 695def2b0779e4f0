import type { Item, ItemOf } from '#core/timeline/document.ts';

export const isBubbles = (item: Item): item is ItemOf<'bubbles'> => item.type === 'bubbles';
