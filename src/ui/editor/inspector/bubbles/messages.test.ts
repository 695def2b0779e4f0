import { expect, it } from 'vitest';
import type { Message } from '#core/timeline/document.ts';
import { addMessage, moveMessage, removeMessage, setMessage } from './messages.ts';

const hello: Message = { id: 'a', from: 'them', text: 'Hello', atSeconds: 1, typingSeconds: 0.5, reaction: '👍' };
const hi: Message = { id: 'b', from: 'me', text: 'Hi', atSeconds: 3, typingSeconds: 0 };

it('adds a reply after the last message', () => {
  const added = addMessage([hello, hi], 'And then').at(-1);
  expect(added).toMatchObject({ from: 'them', text: 'And then', atSeconds: 4.6 });
  expect(addMessage([], 'First').at(-1)).toMatchObject({ from: 'me' });
  // Also different from the id of a deleted message.
  expect(addMessage([], 'x').at(-1)?.id).not.toBe(addMessage([], 'x').at(-1)?.id);
});

it('changes one message, and removes empty fields', () => {
  expect(setMessage([hello, hi], 'a', { text: 'Hey', reaction: '' })).toEqual([
    { id: 'a', from: 'them', text: 'Hey', atSeconds: 1, typingSeconds: 0.5 },
    hi,
  ]);
  expect(setMessage([hi], 'b', { receipt: 'read' })[0]?.receipt).toBe('read');
  const shown = setMessage([hi], 'b', { imageAssetId: 'asset_1' });
  expect(shown[0]?.imageAssetId).toBe('asset_1');
  expect(setMessage(shown, 'b', { imageAssetId: null })).toEqual([hi]);
});

it('swaps a message with its neighbor in time', () => {
  expect(moveMessage([hello, hi], 'b', -1)).toEqual([
    { ...hi, atSeconds: 1 },
    { ...hello, atSeconds: 3 },
  ]);
  expect(moveMessage([hello, hi], 'a', -1)).toEqual([hello, hi]);
  expect(removeMessage([hello, hi], 'a')).toEqual([hi]);
});
