import { expect, it } from 'vitest';
import { findKindProblem } from './media-kinds.ts';

it.each([
  ['clip.mp4', 'video/mp4'],
  // Browsers have no MIME type for some videos, and the API refuses other files by their content.
  ['clip.mkv', ''],
  ['notes.txt', 'text/plain'],
])('lets %s of type %j through', (name, mimeType) => {
  expect(findKindProblem(name, mimeType)).toBeNull();
});

it.each([
  ['logo.png', 'image/png', 'logo.png is a picture'],
  ['voice.m4a', 'audio/mp4', 'voice.m4a is sound'],
])('says of %s what it is, and where it goes', (name, mimeType, words) => {
  expect(findKindProblem(name, mimeType)).toContain(words);
  expect(findKindProblem(name, mimeType)).toContain('Materials');
});
