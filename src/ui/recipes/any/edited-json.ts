import { isRecord } from '../../envelope.ts';

/** What an edited JSON text says: the changed value, undefined without a change; or what is wrong with it, in a sentence. */
export type EditedJson =
  | { readonly isValid: true; readonly changed: unknown }
  | { readonly isValid: false; readonly problem: string };

/** A value as the text that a person edits. */
export const toText = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** Reads the edited text of a value. */
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

/** JSON has no undefined, so that it stands for a text that is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
