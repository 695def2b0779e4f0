import { isRecord } from '../../envelope.ts';

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

/** The value of a JSON text; undefined, which JSON cannot express, for an invalid text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
