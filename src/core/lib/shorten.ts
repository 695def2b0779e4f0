/** Shortens a caller's text for a response: to `most` characters, the last of which is then an ellipsis. */
export const shorten = (text: string, most = 100): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
