/** A possible line break of no width. */
const zeroWidthSpace = '\u200B';
/** A mark of no width that keeps the separators of a link in order in right-to-left text. */
const leftToRightMark = '\u200E';

const links = /\b(?:https?:\/\/|www\.)\S+/gi;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Adds possible line breaks to the links of a text: after a slash, and before a query or a fragment. */
export function withLinkBreaks(text: string): string {
  const mark = rightToLeft.test(text) ? leftToRightMark : '';
  const joint = mark + zeroWidthSpace + mark;
  return text.replaceAll(links, (link) =>
    link.replaceAll(/(?<=[^:/])\/(?=.)/g, `/${joint}`).replaceAll(/(?<=[^/\u200E])[?&#](?=.)/g, (sign) => joint + sign),
  );
}

/** Removes the possible line breaks, for drawing. */
export const withoutBreaks = (text: string): string => text.replaceAll(zeroWidthSpace, '');
