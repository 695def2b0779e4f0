import * as z from 'zod';
import { easingIds } from '../easing.ts';
import { timelineItem, type Animatable, type Item, type TimelineDocument } from '../document.ts';
import { isSameTime, tidyTime } from '../frames.ts';
import { animatedNames, animatedProperties, type AnimatedName } from '../properties.ts';
import { changeItem, findItem, refusal, getRefusal, requireItem, snapItem, snapped } from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { id } from './fields.ts';

/** Removes a default, which would change a property that the edit does not name. */
const withoutDefault = (schema: z.ZodType): z.core.SomeType =>
  schema instanceof z.ZodDefault ? schema.unwrap() : schema;

/** All properties of all kinds of items except id and type; null removes an optional one, or sets its default. */
const properties = z.strictObject(
  Object.fromEntries(
    timelineItem.options
      .flatMap(({ shape }): [string, z.ZodType][] => Object.entries(shape))
      .filter(([name]) => name !== 'id' && name !== 'type')
      .map(([name, schema]) => [name, z.optional(z.nullable(withoutDefault(schema)))]),
  ),
);

export const set = defineEdit('set', {
  does: 'Sets any properties of an item, each as a whole; null removes one. Others keep their values: `speed` does not change the duration, unlike `set-speed`.',
  fields: { itemId: id, properties },
  blames: 'properties',
  apply: (document, { itemId, properties: given }) => {
    const names = Object.keys(given);
    const isUnlocking = names.length === 1 && given['isLocked'] !== undefined;
    const found = isUnlocking ? findItem(document, itemId) : requireItem(document, itemId);
    const kept = Object.entries({ ...found.item, ...given }).filter(([, value]) => value !== null);
    const item = parseItem(Object.fromEntries(kept), (path) => ['properties', ...path].join('.'));
    const isPlaced = given['startSeconds'] !== undefined || given['durationSeconds'] !== undefined;
    return changeItem(document, found, () => [isPlaced ? snapItem(item, document.frameRate) : item]);
  },
});

/** Parses an item with its schema. Throws VALIDATION_FAILED with every issue, at the path that `toPath` returns. */
function parseItem(item: unknown, toPath: (path: readonly PropertyKey[]) => string): Item {
  const { data, error } = timelineItem.safeParse(item);
  if (data) {
    return data;
  }
  throw getRefusal(
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: toPath([key]), message: 'items of this kind have no such property' }))
        : [{ path: toPath(issue.path), message: issue.message }],
    ),
  );
}

const keyframe = {
  itemId: id,
  property: z.enum(animatedNames),
  atSeconds: z
    .number()
    .describe("Seconds of the item; rounded to the nearest start of a frame at the canvas's frame rate."),
};

export const setKeyframe = defineEdit('set-keyframe', {
  does: 'Sets the value of a number at a time of its item; a plain number becomes one with keyframes.',
  fields: { ...keyframe, value: z.number(), easing: z.enum(easingIds).optional() },
  blames: 'atSeconds',
  apply: (document, { itemId, property, atSeconds, value, easing }) =>
    changeProperty(document, { itemId, property }, (animated, item) => {
      const at = onFrame(document, item, atSeconds);
      const { same, others } = partition(animated, at, document);
      const added = { atSeconds: at, value, easing: easing ?? same?.easing ?? 'linear' };
      return { keyframes: [...others, added].toSorted((one, other) => one.atSeconds - other.atSeconds) };
    }),
});

export const removeKeyframe = defineEdit('remove-keyframe', {
  does: 'Removes the keyframe at a time of its item; the value of the last keyframe becomes a plain number.',
  fields: keyframe,
  blames: 'atSeconds',
  apply: (document, { itemId, property, atSeconds }) =>
    changeProperty(document, { itemId, property }, (animated, item) => {
      const { same, others } = partition(animated, onFrame(document, item, atSeconds), document);
      if (!same) {
        throw refusal('atSeconds', `${property} of "${itemId}" has no keyframe at ${atSeconds} s of the item`);
      }
      return others.length === 0 ? same.value : { keyframes: others };
    }),
});

function changeProperty(
  document: TimelineDocument,
  { itemId, property }: { readonly itemId: string; readonly property: AnimatedName },
  change: (animated: Animatable, item: Item) => Animatable,
): TimelineDocument {
  const found = requireItem(document, itemId);
  const animated = animatedProperties(found.item).find(({ name }) => name === property);
  if (!animated) {
    throw refusal('property', `"${itemId}" is a ${found.item.type} item, which has no ${property}`);
  }
  const changed = { ...found.item, [property]: change(animated.value, found.item) };
  return changeItem(document, found, () => [parseItem(changed, () => 'value')]);
}

/** Snaps a time of an item to a frame of the canvas. */
const onFrame = (document: TimelineDocument, { startSeconds }: Item, atSeconds: number): number =>
  tidyTime(snapped(startSeconds + atSeconds, document) - startSeconds, document.frameRate);

type Keyframe = Extract<Animatable, object>['keyframes'][number];

function partition(
  animated: Animatable,
  atSeconds: number,
  { frameRate }: TimelineDocument,
): { readonly same: Keyframe | undefined; readonly others: Keyframe[] } {
  const keyframes = typeof animated === 'number' ? [] : animated.keyframes;
  const isSame = (one: Keyframe): boolean => isSameTime(one.atSeconds, atSeconds, frameRate);
  return { same: keyframes.find(isSame), others: keyframes.filter((one) => !isSame(one)) };
}
