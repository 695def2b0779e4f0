import type { Json } from '../../json.ts';

/** The fields of an input that are not what they were. */
export const findChanged = (input: Json, before: Json): Json =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])),
  );
