import { expect, it } from 'vitest';
import { failures } from '#core/failure.ts';
import { forPeople } from './for-people.ts';

it('leaves out what only a program can do', () => {
  expect(forPeople('No job has this id; GET /v1/jobs lists yours.')).toBe('No job has this id.');
  expect(forPeople('It is at 2 s; nothing else.')).toBe('It is at 2 s; nothing else.');
  expect(
    Object.values(failures)
      .map(({ sentence }) => forPeople(sentence))
      .join(' '),
  ).not.toMatch(/(GET|POST) \//);
});
