import type { Animatable, Item } from './document.ts';

/** The names of the properties that may have keyframes. */
export const animatedNames = ['x', 'y', 'width', 'height', 'rotation', 'opacity', 'blurPx', 'volume'] as const;
export type AnimatedName = (typeof animatedNames)[number];

/** Returns the animatable properties that an item of its kind has. */
export function animatedProperties(item: Item): { readonly name: AnimatedName; readonly value: Animatable }[] {
  const values: Partial<Record<AnimatedName, Animatable>> = item;
  return animatedNames.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [{ name, value }];
  });
}

/** Whether any property of an item has keyframes. */
export function isAnimated(item: Item): boolean {
  const values: Partial<Record<AnimatedName, Animatable>> = item;
  return animatedNames.some((name) => typeof values[name] === 'object');
}

/** Applies `change` to the animatable properties of an item. */
export function changeAnimated<T extends Item>(item: T, change: (value: Animatable) => Animatable): T {
  const changed = animatedProperties(item).map(({ name, value }) => [name, change(value)]);
  return { ...item, ...Object.fromEntries(changed) };
}
