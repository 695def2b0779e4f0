import { expect, it } from 'vitest';
import { getMediaKind } from './media-kind.ts';

it.each([
  ['video/mp4', 'video'],
  ['application/mxf', 'video'],
  ['image/avif', 'picture'],
  ['audio/x-matroska', 'sound'],
])('maps %s to %s', (mimeType, kind) => {
  expect(getMediaKind(mimeType)).toBe(kind);
});
