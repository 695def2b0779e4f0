import { expect, it } from 'vitest';
import { readEdited, toText } from './edited-json.ts';

const proposal = { cuts: [{ id: 'a', isAccepted: true }], afterSeconds: 2.5 };

it('finds no change in the text as it was given, whatever its spaces', () => {
  expect(readEdited(toText(proposal), proposal)).toEqual({ isValid: true, changed: undefined });
  expect(readEdited(JSON.stringify(proposal), proposal)).toEqual({ isValid: true, changed: undefined });
});

it('gives the whole value once something in it has changed', () => {
  const changed = { cuts: [{ id: 'a', isAccepted: false }], afterSeconds: 2.5 };
  expect(readEdited(toText(proposal).replace('true', 'false'), proposal)).toEqual({ isValid: true, changed });
});

it.each(['{ "cuts": ', '', '[]', 'null', '7'])('says what is wrong with %j', (text) => {
  expect(readEdited(text, proposal)).toEqual({ isValid: false, problem: expect.any(String) });
});
