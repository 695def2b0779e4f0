import { expect, it } from 'vitest';
import { removeBackground } from '#recipes/remove-background/recipe.ts';
import { defaultOptions, findTrimProblem, toRunBody, toWorkSeconds } from './options.ts';

it('starts from the defaults of the recipe', () => {
  const { input } = removeBackground;
  expect(toRunBody('m', defaultOptions, 10)).toEqual(input.parse({ material: 'm' }));
});

it('creates a body that the recipe accepts', () => {
  const body = toRunBody('m', { ...defaultOptions, outputFormat: 'mp4', trimStart: '1.5', trimEnd: '' }, 10);
  expect(removeBackground.input.parse(body).trim).toEqual({ startSeconds: 1.5, endSeconds: 10 });
});

it.each([
  ['', '', 10, null],
  ['1', '2', null, null],
  ['1', '', null, 'Set an end as well: the duration of this video is not known yet.'],
  ['x', '2', 10, 'Enter both times in seconds.'],
  ['3', '2', 10, 'The end must be after the start.'],
  ['-1', '2', 10, 'The end must be after the start.'],
])('reports the problem of a span from %j to %j of %s seconds', (trimStart, trimEnd, duration, problem) => {
  expect(findTrimProblem({ ...defaultOptions, trimStart, trimEnd }, duration)).toBe(problem);
});

it('computes the duration of the work', () => {
  expect(toWorkSeconds(defaultOptions, 10)).toBe(10);
  expect(toWorkSeconds({ ...defaultOptions, trimStart: '4', trimEnd: '20' }, 10)).toBe(6);
  expect(toWorkSeconds({ ...defaultOptions, trimStart: 'x' }, 10)).toBe(10);
  expect(toWorkSeconds(defaultOptions, null)).toBeNull();
});
