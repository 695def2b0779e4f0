import { expect, test } from 'vitest';
import { mergeEdits } from './edits.ts';
import type { ScriptMessage } from './script.ts';
import { timeScript } from './timing.ts';

const script: ScriptMessage[] = [
  { from: 'them', text: 'Hello' },
  { from: 'me', text: 'Hi', atSeconds: 4 },
  { from: 'them', text: 'So?' },
];
const proposed = timeScript(script, 20);
const notes = { script, messages: [...proposed.messages] };

test('unchanged times are recomputed, and given times stay', () => {
  expect(mergeEdits(notes, proposed.messages)).toEqual(script);
});

test('edited words are kept, and their times recomputed; a moved time becomes a given one', () => {
  const [first, second, third] = proposed.messages;
  if (!first || !second || !third) {
    throw new Error('There are three messages');
  }
  const edited = [{ ...first, text: 'Good evening', reaction: '🔥' }, second, { ...third, atSeconds: 9 }];
  expect(mergeEdits(notes, edited)).toEqual([
    { from: 'them', text: 'Good evening', reaction: '🔥' },
    { from: 'me', text: 'Hi', atSeconds: 4 },
    { from: 'them', text: 'So?', atSeconds: 9, typingSeconds: third.typingSeconds },
  ]);
});

test('a changed typing duration is kept, and messages may be removed and added', () => {
  const [first, , third] = proposed.messages;
  if (!first || !third) {
    throw new Error('There are three messages');
  }
  const added = { from: 'me', text: 'New', atSeconds: 12, typingSeconds: 0, readSeconds: 0 } as const;
  expect(mergeEdits(notes, [{ ...first, typingSeconds: 0.1 }, third, added])).toEqual([
    { from: 'them', text: 'Hello', typingSeconds: 0.1 },
    { from: 'them', text: 'So?' },
    { from: 'me', text: 'New', atSeconds: 12, typingSeconds: 0 },
  ]);
});
