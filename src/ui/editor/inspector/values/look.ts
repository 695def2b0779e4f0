import type { Item } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { propertyEdits } from './edits.ts';

const drawn = ['opacity', 'blend', 'blurPx', 'flip', 'fadeInSeconds', 'fadeOutSeconds'];
const letters = ['font', 'fontAssetId', 'weight', 'sizePx', 'align', 'lineHeight', 'letterSpacing'];

/** The properties of an item's look, by its kind: its visual style and volume, but not its content, place or time. */
const lookFields: Readonly<Record<Item['type'], readonly string[]>> = {
  video: [...drawn, 'crop', 'volume'],
  picture: [...drawn, 'crop'],
  sound: ['volume', 'fadeInSeconds', 'fadeOutSeconds'],
  text: [...drawn, ...letters, 'fill', 'stroke', 'shadow', 'plate', 'entrance', 'exit'],
  bubbles: [...drawn, 'side', 'style', 'colors', 'scale'],
  shape: [...drawn, 'cornerPx', 'fill', 'stroke'],
};

/** Applies the look of another item, as far as the kinds share its properties. */
export const pasteLookEdits = (from: Item, items: readonly Item[]): Edit[] =>
  propertyEdits(items, (item) => {
    const values: Readonly<Record<string, unknown>> = { ...from };
    const shared = lookFields[from.type].filter((name) => lookFields[item.type].includes(name));
    return Object.fromEntries(shared.map((name) => [name, values[name] ?? null]));
  });
