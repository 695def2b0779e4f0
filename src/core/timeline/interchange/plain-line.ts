// oxlint-disable-next-line no-control-regex -- they are what is taken out
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** A text as one line without control characters, for formats that have no way to write those. */
export const toPlainLine = (text: string): string => text.toWellFormed().replaceAll(unwritable, ' ').trim();
