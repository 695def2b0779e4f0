// oxlint-disable-next-line no-control-regex -- they are the characters to remove
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Returns a text as one line without control characters, for formats that cannot escape them. */
export const toPlainLine = (text: string): string => text.toWellFormed().replaceAll(unwritable, ' ').trim();
