import { expect, it } from 'vitest';
import { readEdited, toText } from './edited-json.ts';

const proposal = { cuts: [{ id: 'a', isAccepted: true }], afterSeconds: 2.5 };

it('finds no change in the original text with other white space', () => {
  expect(readEdited(toText(proposal), proposal)).toEqual({ isValid: true, changed: undefined });
  expect(readEdited(JSON.stringify(proposal), proposal)).toEqual({ isValid: true, changed: undefined });
});

it('returns the whole value after a change', () => {
  const changed = { cuts: [{ id: 'a', isAccepted: false }], afterSeconds: 2.5 };
  expect(readEdited(toText(proposal).replace('true', 'false'), proposal)).toEqual({ isValid: true, changed });
});

it.each(['{ "cuts": ', '', '[]', 'null', '7'])('reports the problem of %j', (text) => {
  expect(readEdited(text, proposal)).toEqual({ isValid: false, problem: expect.any(String) });
});
