/** Represents a value that differs between the selected items. */
export const mixed = Symbol('mixed');
export type Mixed = typeof mixed;

/** Returns the common value; `mixed` if values differ or the list is empty. */
export function getCommonValue<I, T>(those: readonly I[], read: (one: I) => T): T | Mixed {
  const [first, ...others] = those;
  if (first === undefined) {
    return mixed;
  }
  const value = read(first);
  return others.every((other) => isEqual(read(other), value)) ? value : mixed;
}

/** Compares values of a document, which are plain data. */
export const isEqual = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (isObject(one) && isObject(other) && JSON.stringify(one) === JSON.stringify(other));

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
