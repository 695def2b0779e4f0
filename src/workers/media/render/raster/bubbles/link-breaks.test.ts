import { expect, test } from 'vitest';
import { withLinkBreaks, withoutBreaks } from './link-breaks.ts';

test.each([
  ['https://example.com/a/b?c=d&e=f#g', 'https://example.com/|a/|b|?c=d|&e=f|#g'],
  ['www.example.com/', 'www.example.com/'],
  ['see http://a.b/c, and/or wait?', 'see http://a.b/|c, and/or wait?'],
  ['no link', 'no link'],
])('links can be broken at their joints: %s', (text, broken) => {
  expect(withLinkBreaks(text).replaceAll('\u200B', '|')).toBe(broken);
  expect(withoutBreaks(withLinkBreaks(text))).toBe(text);
});
