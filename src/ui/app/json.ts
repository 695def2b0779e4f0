import { isRecord } from '#client/offcut-error.ts';

/** A JSON object, as in a response. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the value as an object, list or text; empty for a value of another type. */
export const toRecord = (value: unknown): Json => (isRecord(value) ? value : {});
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the object, or the target of its `$ref` within the document `root`. */
export function resolve(root: Json, value: unknown): Json {
  const record = toRecord(value);
  const reference = record['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) {
    return record;
  }
  const found = reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => toRecord(at)[part], root);
  return toRecord(found);
}
