import { isRecord } from '#client/offcut-error.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { findMisfit } from '#ui/kit/form/values.ts';

/** A parsed JSON text: its value (undefined if unchanged), or the problem of an invalid text as a sentence. */
export type EditedJson =
  | { readonly isValid: true; readonly changed: unknown }
  | { readonly isValid: false; readonly problem: string };

/** Returns a value as indented JSON for a text area. */
export const toText = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Parses the edited JSON text of `value`. */
export function readEdited(text: string, value: unknown): EditedJson {
  const read = parse(text);
  if (read === undefined) {
    return { isValid: false, problem: 'This is not valid JSON. Check for a missing comma, quote or bracket.' };
  }
  if (isRecord(value) && !isRecord(read)) {
    return { isValid: false, problem: 'This must be a JSON object in braces.' };
  }
  return { isValid: true, changed: JSON.stringify(read) === JSON.stringify(value) ? undefined : read };
}

/** Parses the edited JSON text of a proposal, and checks the value against the proposal's schema. */
export function readProposal(text: string, proposal: unknown, field: Field): EditedJson {
  const read = readEdited(text, proposal);
  const misfit = read.isValid && read.changed !== undefined ? findMisfit(field, read.changed) : null;
  return misfit === null
    ? read
    : { isValid: false, problem: `“${misfit}” is missing or has an invalid value. Correct it, or undo the change.` };
}

/** Returns the value of a JSON text, or undefined for an invalid text, because JSON cannot express undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
