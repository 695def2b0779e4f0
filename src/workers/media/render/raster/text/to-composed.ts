/**
 * Returns a text in Unicode Normalization Form C, in which fonts are chosen, lines are measured and letters are drawn. The document
 * keeps what the user typed: a form that rewrote its value would move the cursor, and searches and exports keep the original.
 *
 * Font files are selected by code point, so a base letter and its combining mark could be drawn from two files, with the mark in the
 * wrong place. Sequences without a composed form, such as Devanagari letters with a nukta, keep several code points.
 */
export const toComposed = (text: string): string => text.normalize('NFC');
