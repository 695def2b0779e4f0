const maxLength = 100;

/** Text of a caller as a message may quote it: cut to 100 characters, so that an answer does not echo what it was sent. */
export function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, 2 * maxLength + 2));
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}...` : text;
}
