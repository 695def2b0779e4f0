/** Two numbers that were reckoned in different ways may differ by this. */
const rounding = 1e-6;

/** Whether two values of JSON are equal, numbers but for rounding. */
export function isEqualButRounding(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) < rounding;
  }
  // Documents share what no edit has touched.
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
