import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { valueAt } from '#core/timeline/animate.ts';
import type { Item } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { useSubject, type Those } from '../subject.ts';
import { getAnimated, numberEdits, propertyEdits, type Change } from '../values/edits.ts';
import { itemTimeAt } from '../values/item-time.ts';
import { getCommonValue, type Mixed } from '../values/mixed.ts';

/** A value of the document that a control shows, and the edits that change it, item by item. */
export type Bound<T> = {
  readonly value: ReadonlySignal<T | Mixed>;
  readonly toEdits: (change: Change<T>) => readonly Edit[];
};

/** Returns an animatable number of the selected items, with its value at the playhead. */
export function useAnimated(name: AnimatedName): Bound<number> {
  const subject = useSubject();
  return useMemo(() => {
    const read = (item: Item): number => {
      const animated = getAnimated(item, name) ?? 0;
      // A constant does not depend on the playhead, so that it does not re-render during playback.
      return typeof animated === 'number'
        ? animated
        : valueAt(animated, itemTimeAt(item, subject.seconds.value, subject.moment().frameRate));
    };
    return {
      value: computed(() => getCommonValue(subject.items.value, read)),
      toEdits: (change) => numberEdits(subject.targets(), name, change, subject.moment()),
    };
  }, [subject, name]);
}

/** Returns a property of some of the selected items. `read` and `write` are taken from the first call. */
export const useProperty = <I extends Item, T>(
  those: Those<I>,
  read: (item: I) => T,
  write: (item: I, value: T) => Readonly<Record<string, unknown>>,
): Bound<T> =>
  useMemo(
    () => ({
      value: computed(() => getCommonValue(those.items.value, read)),
      toEdits: (change) => propertyEdits(those.targets(), (item) => write(item, change(read(item)))),
    }),
    [those],
  );

/** Returns a field of an optional object of items: `read` returns the default for an absent object. */
export const useMember = <I extends Item, O extends object, F extends keyof O>(
  those: Those<I>,
  name: string,
  read: (item: I) => O,
  field: F,
): Bound<O[F]> =>
  useProperty(
    those,
    (item) => read(item)[field],
    (item, value) => ({ [name]: { ...read(item), [field]: value } }),
  );

/** Returns whether items have an optional property; turning it on sets the value of `read`. */
export const useIsOn = <I extends Item>(those: Those<I>, name: string, read: (item: I) => unknown): Bound<boolean> =>
  useProperty(
    those,
    (item) => Object.entries(item).some(([key, value]) => key === name && value !== undefined),
    (item, value) => ({ [name]: value ? read(item) : null }),
  );
