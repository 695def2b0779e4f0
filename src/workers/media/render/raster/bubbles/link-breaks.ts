/** A place to break a line, of no width. */
const zeroWidthSpace = '\u200B';
/** Has no width either; among letters that are written to the left it keeps the marks at a link's joints in their order. */
const leftToRightMark = '\u200E';

const links = /\b(?:https?:\/\/|www\.)\S+/gi;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The text with places to break in its links, where people look for them: behind a slash, and before a query or a fragment. */
export function withLinkBreaks(text: string): string {
  const mark = rightToLeft.test(text) ? leftToRightMark : '';
  const joint = mark + zeroWidthSpace + mark;
  return text.replaceAll(links, (link) =>
    link.replaceAll(/(?<=[^:/])\/(?=.)/g, `/${joint}`).replaceAll(/(?<=[^/\u200E])[?&#](?=.)/g, (sign) => joint + sign),
  );
}

/** The text without such places, as it is drawn. */
export const withoutBreaks = (text: string): string => text.replaceAll(zeroWidthSpace, '');
