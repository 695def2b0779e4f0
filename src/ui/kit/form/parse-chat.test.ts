import { expect, it } from 'vitest';
import { guessMe, parseChat, toSaid } from './parse-chat.ts';

it('reads senders and messages, also with times, and joins continued lines', () => {
  const chat = parseChat(
    'Anna: Is it ready?\n[12:04] Ben: Since this morning\n and it looks good\nAnna (12:05): Send it: now',
  );
  expect(chat.speakers).toEqual(['Anna', 'Ben']);
  expect(toSaid(chat, guessMe(chat))).toEqual([
    { from: 'them', text: 'Is it ready?' },
    { from: 'me', text: 'Since this morning\nand it looks good' },
    { from: 'them', text: 'Send it: now' },
  ]);
});

it('recognizes the usual names for oneself, and lines without names', () => {
  expect(guessMe(parseChat('Me: Hi\nAnna: Hello'))).toBe('Me');
  expect(toSaid(parseChat('Hello there\nHow are you?'), 'Me')).toEqual([
    { from: 'them', text: 'Hello there\nHow are you?' },
  ]);
  expect(parseChat(' \n ').lines).toEqual([]);
  expect(parseChat('see https://example.com').speakers).toEqual(['']);
});

it('assigns no message to me if no sender is me', () => {
  const chat = parseChat('Hello there');
  expect(guessMe(chat)).toBe('');
  expect(toSaid(chat, '')).toEqual([{ from: 'them', text: 'Hello there' }]);
});
