import type { Json } from '#ui/app/json.ts';

/** The fields of an input that are not what they were; null for one that is there no more. */
export const findChanged = (input: Json, before: Json): Json =>
  Object.fromEntries(
    Object.keys({ ...before, ...input })
      .filter((name) => JSON.stringify(input[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, input[name] ?? null]),
  );
