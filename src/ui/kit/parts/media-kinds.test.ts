import { expect, it } from 'vitest';
import { findKindProblem } from './media-kinds.ts';

it('has no problem with a video', () => {
  expect(findKindProblem('clip.mp4', 'video')).toBeNull();
});

it.each([
  ['logo.png', 'picture', 'logo.png is an image'],
  ['voice.m4a', 'sound', 'voice.m4a is audio'],
] as const)('reports the kind of %s, and where to add it', (name, kind, words) => {
  expect(findKindProblem(name, kind)).toContain(words);
  expect(findKindProblem(name, kind)).toContain('Media');
});
