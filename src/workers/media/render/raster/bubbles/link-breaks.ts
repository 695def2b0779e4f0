/** A place to break a line, of no width. */
const zeroWidthSpace = '\u200B';

const links = /\b(?:https?:\/\/|www\.)\S+/gi;

/** The text with places to break in its links, where people look for them: behind a slash, and before a query or a fragment. */
export const withLinkBreaks = (text: string): string =>
  text.replaceAll(links, (link) =>
    link
      .replaceAll(/(?<=[^:/])\/(?=.)/g, `/${zeroWidthSpace}`)
      .replaceAll(/(?<=[^/])[?&#](?=.)/g, (mark) => zeroWidthSpace + mark),
  );

/** The text without such places, as it is drawn. */
export const withoutBreaks = (text: string): string => text.replaceAll(zeroWidthSpace, '');
