import { expect, test } from 'vitest';
import { withLinkBreaks, withoutBreaks } from './link-breaks.ts';

test.each([
  ['https://example.com/a/b?c=d&e=f#g', 'https://example.com/|a/|b|?c=d|&e=f|#g'],
  ['www.example.com/', 'www.example.com/'],
  ['see http://a.b/c, and/or wait?', 'see http://a.b/|c, and/or wait?'],
  ['no link', 'no link'],
])('links can be broken at their separators: %s', (text, broken) => {
  expect(withLinkBreaks(text).replaceAll('\u200B', '|')).toBe(broken);
  expect(withoutBreaks(withLinkBreaks(text))).toBe(text);
});

test('in right-to-left text the separators of a link stay in order', () => {
  const broken = withLinkBreaks('ראה https://a.b/c?d');
  expect(broken.replaceAll('\u200B', '|').replaceAll('\u200E', '>')).toBe('ראה https://a.b/>|>c>|>?d');
  expect(withoutBreaks(broken).replaceAll('\u200E', '')).toBe('ראה https://a.b/c?d');
});
