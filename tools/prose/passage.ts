/** A stretch of prose in a file. */
export type Passage = {
  readonly kind: 'comment' | 'doc comment' | 'message' | 'test name' | 'heading' | 'paragraph' | 'table';
  /** The start of `text` in the file, in UTF-16 units. */
  readonly offset: number;
  /** The prose, as long as in the file: delimiters are spaces, and code is a run of `codeMark`. */
  readonly text: string;
};

/** A letter that replaces each character of code in a passage. */
export const codeMark = '¤';

/** Replaces each character by a space. Lines stay. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Replaces each visible character by a code mark. */
export function markAsCode(text: string): string {
  return text.replace(/\S/g, codeMark);
}

/** Replaces code spans by as many code marks. */
export function hideCode(text: string): string {
  return text.replace(/`[^`]*`/g, markAsCode);
}
