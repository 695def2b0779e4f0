import { expect, it } from 'vitest';
import { parseAddress } from './remote-file.ts';

const parse = (text: string, base = 'http://localhost:5173/'): URL =>
  parseAddress(text, new URL(base), (message) => {
    throw new Error(message);
  });

it.each([
  ['https://videos.test/a.mp4#t=1', 'https://videos.test/a.mp4'],
  ['http://localhost:5173/media/mat_x.mp4', 'http://localhost:5173/media/mat_x.mp4'],
])('accepts %s', (text, href) => {
  expect(parse(text).href).toBe(href);
});

it.each([
  ['blob:http://localhost:5173/0b5f3a9e-3e1c-4b39-9d3f-1f0f6f3a0f11', 'not blob:'],
  ['filesystem:http://localhost:5173/temporary/a.mp4', 'not filesystem:'],
  ['http://videos.test/a.mp4', 'not http:'],
  ['http://localhost:5174/a.mp4', 'not http:'],
  ['data:video/mp4;base64,AAAA', 'not data:'],
  ['https://me:secret@videos.test/a.mp4', 'must not contain a user name'],
  ['https://', 'must be a well-formed https URL'],
])('refuses %s', (text, words) => {
  expect(() => parse(text)).toThrow(words);
});

it('refuses a blob: URL of a site with https too', () => {
  expect(() => parse('blob:https://offcut.test/0b5f3a9e', 'https://offcut.test/')).toThrow('not blob:');
});
