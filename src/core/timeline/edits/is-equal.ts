/** The tolerance for two numbers that were computed in different ways. */
const rounding = 1e-6;

/** Whether two JSON values are equal, with a tolerance for numbers. */
export function isEqualButRounding(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) < rounding;
  }
  // Documents share the parts that no edit has changed.
  if (one === other || !isObject(one) || !isObject(other)) {
    return one === other;
  }
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => isEqualButRounding(one[name], other[name]))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
