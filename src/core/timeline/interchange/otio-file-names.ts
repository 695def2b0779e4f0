/** URL schemes in which `?` and `#` end the path. The minimum of two letters excludes Windows drives. */
const webAddress = /^(?!file:)[a-z][a-z\d+.-]+:/i;
const anyAddress = /^[a-z][a-z\d+.-]+:/i;

/**
 * Returns the file names that the `target_url` of a media reference may mean, most likely first; empty for a URL without a path.
 * Programs write URLs, and paths of any system with or without percent-encoding. In `file:` URLs and paths an unencoded `?` or
 * `#` is first read as a part of the name.
 */
export function listFileNames(targetUrl: string): string[] {
  const beforeQuery = targetUrl.split(/[?#]/, 1)[0] ?? '';
  const texts = webAddress.test(targetUrl) ? [beforeQuery] : [targetUrl, beforeQuery];
  const names = texts.flatMap((text) => {
    const last = lastSegment(text);
    const decoded = [decodePercent(last), lastSegment(decodePercent(text))];
    // Only a URL is certain to be encoded. Our own URLs are relative, so encoded names are read first there.
    return anyAddress.test(targetUrl) ? decoded : [...decoded, last];
  });
  return [...new Set(names)].filter((name) => name !== '');
}

/** Returns a key that equal file names share: Unicode NFC, with a lower-case extension. */
export const toNameKey = (name: string): string =>
  name.normalize('NFC').replace(/\.[A-Za-z0-9]{1,8}$/, (extension) => extension.toLowerCase());

const lastSegment = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

/** Decodes every well-formed escape sequence and leaves other percent signs: a file may be called `100%.mov`. */
const decodePercent = (text: string): string =>
  text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
