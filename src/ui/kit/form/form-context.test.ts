import { expect, it } from 'vitest';
import { OffcutError } from '#client/offcut-error.ts';
import { problemsIn, toProblems } from './form-context.ts';

const error = new OffcutError({
  code: 'VALIDATION_FAILED',
  message: 'proposal.cuts.0.endSeconds: too late',
  details: [
    { path: 'proposal.cuts.0.endSeconds', message: 'too late' },
    { path: 'parameters.text', message: 'too long' },
  ],
});

it('returns the problems of a refused call by field, for the part of the body that a form shows', () => {
  expect([...toProblems(error, 'proposal')]).toEqual([['cuts.0.endSeconds', 'too late']]);
  expect([...toProblems(error, 'parameters')]).toEqual([['text', 'too long']]);
  expect([...toProblems(error).keys()]).toEqual(['proposal.cuts.0.endSeconds', 'parameters.text']);
  expect(toProblems(null).size).toBe(0);
});

it('distinguishes the errors of rows whose numbers start with the same digit', () => {
  const problems = new Map([
    ['slots.1', 'is there twice'],
    ['slots.1.shot.material', 'is too short'],
    ['slots.10.shot', 'is none'],
  ]);
  expect(problemsIn(problems, 'slots.1')).toEqual(['is there twice', 'is too short']);
  expect(problemsIn(problems, 'slots')).toHaveLength(3);
});
