import type { Json } from '#ui/app/json.ts';

/** Returns the fields of `input` that differ from `before`; null for each removed field. */
export const findChanged = (input: Json, before: Json): Json =>
  Object.fromEntries(
    Object.keys({ ...before, ...input })
      .filter((name) => JSON.stringify(input[name]) !== JSON.stringify(before[name]))
      .map((name) => [name, input[name] ?? null]),
  );
