import { expect, it } from 'vitest';
import { takeLatest } from './take-latest.ts';

it('ignores an answer that the answer to a later request has overtaken', () => {
  const taken: string[] = [];
  const ask = takeLatest<string>((answer) => taken.push(answer));
  const [first, second, third] = [ask(), ask(), ask()];
  first('as it was');
  third('as it is');
  second('as it was before');
  expect(taken).toEqual(['as it was', 'as it is']);
});

it('accepts the answer to an earlier request if the later one has none', () => {
  const taken: string[] = [];
  const ask = takeLatest<string>((answer) => taken.push(answer));
  const first = ask();
  ask();
  first('as it is');
  expect(taken).toEqual(['as it is']);
});
