import { valueAt } from '#core/timeline/animate.ts';
import type { Animatable, VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { getCropped, getWhole, noCrop, type Crop } from './crop.ts';
import { getPlace, type Place } from './place.ts';

const names = ['x', 'y', 'width', 'height', 'rotation'] as const;

/** Numbers that differ by less are equal. */
const minChange = 1e-6;

/**
 * Returns the edits that move an item to another place at a time relative to its start. Animated properties get a keyframe
 * there, others are set. `more` are further properties to set.
 */
export function placeEdits(
  item: VisualItem,
  itemSeconds: number,
  place: Partial<Place>,
  more: Readonly<Record<string, unknown>> = {},
): Edit[] {
  const properties: Record<string, unknown> = { ...more };
  const keyframes: Edit[] = [];
  for (const property of names) {
    const value = place[property];
    if (value === undefined || Math.abs(value - valueAt(item[property], itemSeconds)) < minChange) {
      continue;
    }
    if (typeof item[property] === 'number') {
      properties[property] = value;
    } else {
      keyframes.push({ type: 'set-keyframe', itemId: item.id, property, atSeconds: itemSeconds, value });
    }
  }
  const set: Edit[] = Object.keys(properties).length > 0 ? [{ type: 'set', itemId: item.id, properties }] : [];
  return [...set, ...keyframes];
}

/** Returns the edits that change the crop of an item and keep the position of the image itself, at every time. */
export function cropEdits(item: VisualItem, itemSeconds: number, crop: Crop): Edit[] {
  const before = item.crop ?? noCrop;
  const across = (1 - crop.left - crop.right) / (1 - before.left - before.right);
  const down = (1 - crop.top - crop.bottom) / (1 - before.top - before.bottom);
  const movedAt = (seconds: number): Place => {
    const place = getPlace(item, seconds);
    return getCropped(getWhole(place, before, item.flip), crop, item.flip);
  };
  const isWhole = crop.left + crop.top + crop.right + crop.bottom === 0;
  const properties = {
    crop: isWhole ? null : crop,
    width: mapValues(item.width, itemSeconds, (value) => across * value),
    height: mapValues(item.height, itemSeconds, (value) => down * value),
    x: mapValues(item.x, itemSeconds, (_, seconds) => movedAt(seconds).x),
    y: mapValues(item.y, itemSeconds, (_, seconds) => movedAt(seconds).y),
  };
  return [{ type: 'set', itemId: item.id, properties }];
}

/** Changes a number, or each of its keyframes. A plain number counts as that of `itemSeconds`. */
function mapValues(
  animated: Animatable,
  itemSeconds: number,
  change: (value: number, atSeconds: number) => number,
): Animatable {
  return typeof animated === 'number'
    ? change(animated, itemSeconds)
    : {
        keyframes: animated.keyframes.map((keyframe) => ({
          ...keyframe,
          value: change(keyframe.value, keyframe.atSeconds),
        })),
      };
}
