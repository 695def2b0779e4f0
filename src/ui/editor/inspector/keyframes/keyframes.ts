import { valueAt } from '#core/timeline/animate.ts';
import type { Animatable, Item } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime } from '#core/timeline/frames.ts';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { getAnimated, type Moment } from '../values/edits.ts';
import { isOnItem, itemTimeAt } from '../values/item-time.ts';

export type Keyframe = Extract<Animatable, object>['keyframes'][number];

/** Returns the keyframes of a number of an item, in order of time; an empty list for a constant. */
export function getKeyframes(item: Item, name: AnimatedName): readonly Keyframe[] {
  const animated = getAnimated(item, name);
  return typeof animated === 'object' ? animated.keyframes : [];
}

/** Returns the keyframe of a number at the playhead. */
function keyframeAt(item: Item, name: AnimatedName, { seconds, frameRate }: Moment): Keyframe | undefined {
  if (!isOnItem(item, seconds, frameRate)) {
    return undefined;
  }
  const atSeconds = itemTimeAt(item, seconds, frameRate);
  return getKeyframes(item, name).find((one) => isSameTime(one.atSeconds, atSeconds, frameRate));
}

/** The state of the keyframe buttons of some numbers. */
export type KeyframeState = {
  readonly isAnimated: boolean;
  /** Whether every number of every item has a keyframe at the playhead. */
  readonly isHere: boolean;
  /** The times of the previous and next keyframes, in seconds of the canvas; null if there are none. */
  readonly previousSeconds: number | null;
  readonly nextSeconds: number | null;
};

export function keyframeState(items: readonly Item[], names: readonly AnimatedName[], moment: Moment): KeyframeState {
  const numbers = getNumbers(items, names);
  const times = numbers.flatMap(({ item, name }) =>
    getKeyframes(item, name).map(({ atSeconds }) => item.startSeconds + atSeconds),
  );
  const { seconds, frameRate } = moment;
  const others = times.filter((time) => !isSameTime(time, seconds, frameRate));
  const before = others.filter((time) => time < seconds);
  const after = others.filter((time) => time > seconds);
  return {
    isAnimated: times.length > 0,
    isHere: numbers.length > 0 && numbers.every(({ item, name }) => keyframeAt(item, name, moment)),
    previousSeconds: before.length === 0 ? null : Math.max(...before),
    nextSeconds: after.length === 0 ? null : Math.min(...after),
  };
}

/** Removes the keyframes at the playhead if all numbers have one, else adds one to each number without one; its value stays. */
export function toggleEdits(items: readonly Item[], names: readonly AnimatedName[], moment: Moment): Edit[] {
  const numbers = getNumbers(items, names).filter(({ item }) => isOnItem(item, moment.seconds, moment.frameRate));
  const isHere = numbers.every(({ item, name }) => keyframeAt(item, name, moment));
  return numbers.flatMap(({ item, name, animated }): Edit[] => {
    const atSeconds = itemTimeAt(item, moment.seconds, moment.frameRate);
    const at = { itemId: item.id, property: name, atSeconds };
    if (isHere) {
      return [{ type: 'remove-keyframe', ...at }];
    }
    return keyframeAt(item, name, moment) ? [] : [{ type: 'set-keyframe', ...at, value: valueAt(animated, atSeconds) }];
  });
}

function getNumbers(
  items: readonly Item[],
  names: readonly AnimatedName[],
): { readonly item: Item; readonly name: AnimatedName; readonly animated: Animatable }[] {
  return items.flatMap((item) =>
    names.flatMap((name) => {
      const animated = getAnimated(item, name);
      return animated === undefined ? [] : [{ item, name, animated }];
    }),
  );
}

/** Moves a keyframe to another time within its item; it replaces a keyframe at that time. */
export function moveKeyframeEdits(
  item: Item,
  name: AnimatedName,
  { atSeconds, value, easing }: Keyframe,
  { toSeconds, frameRate }: { readonly toSeconds: number; readonly frameRate: number },
): Edit[] {
  const to = Math.min(Math.max(0, item.durationSeconds - 1 / frameRate), Math.max(0, toSeconds));
  if (isSameTime(to, atSeconds, frameRate)) {
    return [];
  }
  const number = { itemId: item.id, property: name };
  return [
    { type: 'remove-keyframe', ...number, atSeconds },
    { type: 'set-keyframe', ...number, atSeconds: to, value, easing },
  ];
}

/** Makes a number constant again, with its value at the playhead. */
export const constantEdits = (items: readonly Item[], name: AnimatedName, { seconds, frameRate }: Moment): Edit[] =>
  getNumbers(items, [name]).flatMap(({ item, animated }): Edit[] =>
    typeof animated === 'number'
      ? []
      : [
          {
            type: 'set',
            itemId: item.id,
            properties: { [name]: valueAt(animated, itemTimeAt(item, seconds, frameRate)) },
          },
        ],
  );
