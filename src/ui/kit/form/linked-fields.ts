import type { Json } from '#ui/app/json.ts';
import type { Field } from './field.ts';
import { shownValue } from './values.ts';

/** Returns the field with the minimum that another field of its object sets, which is also its default. */
export function bound(field: Field, fields: readonly Field[], object: Json): Field {
  const least = getLeast(field, fields, object);
  return least === null || field.control.kind !== 'number'
    ? field
    : { ...field, preset: field.preset ?? least, control: { ...field.control, least } };
}

/** Returns the object with the minimum in each field that is below the minimum that another field sets. */
export const raise = (fields: readonly Field[], object: Json): Json => ({
  ...object,
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const least = getLeast(field, fields, object);
      const value = object[field.name];
      return least !== null && typeof value === 'number' && value < least ? [[field.name, least]] : [];
    }),
  ),
});

/** Returns the minimum that another field sets; null without one. */
function getLeast({ control }: Field, fields: readonly Field[], object: Json): number | null {
  const leastOf = control.kind === 'number' ? control.leastOf : undefined;
  const other = leastOf && fields.find(({ name }) => name === leastOf.name);
  const value = other && shownValue(other, object[other.name]);
  return leastOf && typeof value === 'number' ? value * leastOf.times : null;
}
