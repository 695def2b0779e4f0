import { toRecord } from '#ui/app/json.ts';
import { findMaterialName } from '#ui/pages/materials/materials.ts';
import type { Field } from './field.ts';
import { shownValue } from './values.ts';
import { toNumberText } from '#core/protocol/field-words.ts';

/** Returns the fields of an object as text: `Start 2.5 s · Kind Silence`. Fields without a value are omitted. */
export const toFacts = (fields: readonly Field[], value: unknown): string =>
  fields
    .map((field) => [field.label, toFact(field, shownValue(field, toRecord(value)[field.name]))] as const)
    .filter(([, fact]) => fact !== nothing)
    .map((part) => part.join(' '))
    .join(' · ');

/** The text for a missing value. */
const nothing = '–';

/** Returns a value as text: `2.5 s`, `Yes`, `sharp, steady`. */
export function toFact({ control, unit }: Field, value: unknown): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return nothing;
  }
  if (typeof value === 'boolean') {
    return value ? 'Yes' : 'No';
  }
  if (typeof value === 'number') {
    return `${toNumberText(value)} ${unit}`.trim();
  }
  if (typeof value === 'string') {
    if (control.kind === 'material') {
      return findMaterialName(value) ?? value;
    }
    return (control.kind === 'choice' && control.options.find((option) => option.value === value)?.label) || value;
  }
  if (Array.isArray(value)) {
    return value.map((each) => (typeof each === 'number' ? toNumberText(each) : String(each))).join(', ');
  }
  return control.kind === 'object' ? toFacts(control.fields, value) : JSON.stringify(value);
}
