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
  const minFrom = control.kind === 'number' ? control.minFrom : undefined;
  const other = minFrom && fields.find(({ name }) => name === minFrom.name);
  const value = other && shownValue(other, object[other.name]);
  return minFrom && typeof value === 'number' ? value * minFrom.times : null;
}
