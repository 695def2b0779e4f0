import { valueAt } from '#core/timeline/animate.ts';
import type { Animatable, VisualItem } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { numberEdits, propertyEdits, type Change, type Moment } from './edits.ts';
import { itemTimeAt } from './item-time.ts';
import type { Size } from '#core/lib/size.ts';

/** Changes one side of items; with `isLinked` the other one follows, so that their aspect ratio stays. */
export const sizeEdits = (
  items: readonly VisualItem[],
  side: 'width' | 'height',
  change: Change<number>,
  { isLinked, ...moment }: Moment & { readonly isLinked: boolean },
): Edit[] =>
  items.flatMap((item) => {
    const before = valueAt(item[side], itemTimeAt(item, moment.seconds, moment.frameRate));
    const after = change(before);
    const edits = numberEdits([item], side, () => after, moment);
    if (!isLinked || before === 0) {
      return edits;
    }
    const other = side === 'width' ? 'height' : 'width';
    return [...edits, ...numberEdits([item], other, (value) => round((value * after) / before), moment)];
  });

/** Centers items on the canvas: `whole` makes them as large as they fit, `cover` makes them cover it. */
export const fitEdits = (
  items: readonly VisualItem[],
  canvas: Size,
  how: 'whole' | 'cover' | 'middle',
  moment: Moment,
): Edit[] =>
  items.flatMap((item) => {
    const at = itemTimeAt(item, moment.seconds, moment.frameRate);
    const [width, height] = [valueAt(item.width, at), valueAt(item.height, at)];
    const [wide, high] = [canvas.width / width, canvas.height / height];
    const scale =
      how === 'middle' || width === 0 || height === 0 ? 1 : Math[how === 'whole' ? 'min' : 'max'](wide, high);
    return [
      ...numberEdits([item], 'x', () => canvas.width / 2, moment),
      ...numberEdits([item], 'y', () => canvas.height / 2, moment),
      ...numberEdits([item], 'width', () => round(width * scale), moment),
      ...numberEdits([item], 'height', () => round(height * scale), moment),
    ];
  });

/** The cropped parts at each edge of an image, as shares of its sides. */
export type Crop = NonNullable<VisualItem['crop']>;
export const noCrop: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** The min share of a side that a crop leaves. */
const minLeft = 0.01;

/** Returns a crop with another value at one edge, which leaves a part of the image. */
export function cropAt(crop: Crop, edge: keyof Crop, share: number): Crop {
  const opposite = { left: crop.right, right: crop.left, top: crop.bottom, bottom: crop.top }[edge];
  return { ...crop, [edge]: Math.min(1 - minLeft - opposite, Math.max(0, share)) };
}

/** Crops items without moving or scaling the remaining part: their boxes are cropped with them. */
export const cropEdits = (items: readonly VisualItem[], change: Change<Crop>, { seconds, frameRate }: Moment): Edit[] =>
  propertyEdits(items, (item) => {
    const before = item.crop ?? noCrop;
    const after = change(before);
    const wide = (1 - after.left - after.right) / (1 - before.left - before.right);
    const high = (1 - after.top - after.bottom) / (1 - before.top - before.bottom);
    const shift = getShift(item, { before, after }, itemTimeAt(item, seconds, frameRate));
    const isWhole = Object.values(after).every((share) => share === 0);
    return {
      crop: isWhole ? null : after,
      width: eachValue(item.width, (value) => round(value * wide)),
      height: eachValue(item.height, (value) => round(value * high)),
      x: eachValue(item.x, (value) => round(value + shift.x)),
      y: eachValue(item.y, (value) => round(value + shift.y)),
    };
  });

/** Returns the offset from the center of the previous area to that of the remaining area, in pixels of the canvas. */
function getShift(
  item: VisualItem,
  { before, after }: { readonly before: Crop; readonly after: Crop },
  itemSeconds: number,
): { readonly x: number; readonly y: number } {
  const wholeWidth = valueAt(item.width, itemSeconds) / (1 - before.left - before.right);
  const wholeHeight = valueAt(item.height, itemSeconds) / (1 - before.top - before.bottom);
  const flipX = item.flip === 'horizontal' || item.flip === 'both' ? -1 : 1;
  const flipY = item.flip === 'vertical' || item.flip === 'both' ? -1 : 1;
  const right = ((after.left - after.right - before.left + before.right) / 2) * wholeWidth * flipX;
  const down = ((after.top - after.bottom - before.top + before.bottom) / 2) * wholeHeight * flipY;
  const angle = (valueAt(item.rotation, itemSeconds) * Math.PI) / 180;
  return {
    x: right * Math.cos(angle) - down * Math.sin(angle),
    y: right * Math.sin(angle) + down * Math.cos(angle),
  };
}

const eachValue = (animated: Animatable, change: Change<number>): Animatable =>
  typeof animated === 'number'
    ? change(animated)
    : { keyframes: animated.keyframes.map((one) => ({ ...one, value: change(one.value) })) };

/** Rounds to a thousandth of a pixel, and removes rounding errors and negative zero. */
const round = (value: number): number => Number(value.toFixed(3)) + 0;
