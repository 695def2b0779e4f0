/** A continuous text in a file. */
export type Passage = {
  readonly kind: 'comment' | 'doc comment' | 'message' | 'test name' | 'heading' | 'paragraph' | 'table';
  /** The start of `text` in the file, in UTF-16 units. */
  readonly offset: number;
  /** The text, with the same length as in the file. Delimiters are replaced by spaces, and code by `codeMark`. */
  readonly text: string;
};

/** The character that replaces each character of code in a passage. */
export const codeMark = '¤';

/** Replaces each character with a space. Keeps line breaks. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Replaces each visible character with a code mark. */
export function markAsCode(text: string): string {
  return text.replace(/\S/g, codeMark);
}

/** Replaces code spans with code marks of the same length. */
export function hideCode(text: string): string {
  return text.replace(/`[^`]*`/g, markAsCode);
}
