import { isRecord } from '#ui/app/envelope.ts';
import type { Field } from '#ui/kit/form/field.ts';
import { findMisfit } from '#ui/kit/form/values.ts';

/** A parsed JSON text: its value, undefined when it was not changed; or the problem of an invalid text, in a sentence. */
export type EditedJson =
  | { readonly isValid: true; readonly changed: unknown }
  | { readonly isValid: false; readonly problem: string };

/** A value as indented JSON, to be edited as text. */
export const toText = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Parses the edited JSON text of `value`. */
export function readEdited(text: string, value: unknown): EditedJson {
  const read = parse(text);
  if (read === undefined) {
    return { isValid: false, problem: 'This is not valid JSON: look for a missing comma, quote or bracket.' };
  }
  if (isRecord(value) && !isRecord(read)) {
    return { isValid: false, problem: 'This must stay an object, in braces.' };
  }
  return { isValid: true, changed: JSON.stringify(read) === JSON.stringify(value) ? undefined : read };
}

/** As `readEdited`, of a proposal that must stay what its schema says. */
export function readProposal(text: string, proposal: unknown, field: Field): EditedJson {
  const read = readEdited(text, proposal);
  const misfit = read.isValid && read.changed !== undefined ? findMisfit(field, read.changed) : null;
  return misfit === null
    ? read
    : { isValid: false, problem: `“${misfit}” is missing, or is not what it was: put it back, or undo.` };
}

/** The value of a JSON text; undefined, which JSON cannot express, for an invalid text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
