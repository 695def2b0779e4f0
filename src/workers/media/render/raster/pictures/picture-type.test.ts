import { expect, test } from 'vitest';
import { tellPictureType } from './picture-type.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const webp = (flags: string): string => `RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0${flags}\0\0\0`;

test.each([
  ['GIF89a', { kind: 'maybe-animated', mimeType: 'image/gif', isLikely: false }],
  [webp('\x02'), { kind: 'maybe-animated', mimeType: 'image/webp', isLikely: true }],
  [webp('\x10'), { kind: 'still' }],
  ['RIFF\0\0\0\0WEBPVP8 ', { kind: 'still' }],
  ['\0\0\0\x1cftypavis', { kind: 'maybe-animated', mimeType: 'image/avif', isLikely: true }],
  ['\0\0\0\x1cftypavif', { kind: 'still' }],
  ['\x89PNG\r\n\x1a\n....IHDR....acTL', { kind: 'maybe-animated', mimeType: 'image/png', isLikely: true }],
  ['\x89PNG\r\n\x1a\n....IHDR....IDAT', { kind: 'still' }],
  ['\xff\xd8\xff\xe1', { kind: 'still' }],
  ['<svg xmlns="http://www.w3.org/2000/svg">', { kind: 'svg' }],
  ['\xef\xbb\xbf<?xml version="1.0"?><!-- a --><svg>', { kind: 'svg' }],
  ['', { kind: 'still' }],
])('%j', (head, type) => {
  expect(tellPictureType(bytes(head))).toEqual(type);
});
