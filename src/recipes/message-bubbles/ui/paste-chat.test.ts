import { expect, it } from 'vitest';
import { guessMe, parseChat, toSaid } from './paste-chat.ts';

it('reads who says what, also with times, and goes on over several lines', () => {
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

it('knows me by the usual names, and takes lines without names as of one who has none', () => {
  expect(guessMe(parseChat('Me: Hi\nAnna: Hello'))).toBe('Me');
  expect(toSaid(parseChat('Hello there\nHow are you?'), 'Me')).toEqual([
    { from: 'them', text: 'Hello there\nHow are you?' },
  ]);
  expect(parseChat(' \n ').lines).toEqual([]);
  expect(parseChat('see https://example.com').speakers).toEqual(['']);
});

it('takes no line for mine where nobody is me', () => {
  const chat = parseChat('Hello there');
  expect(guessMe(chat)).toBe('');
  expect(toSaid(chat, '')).toEqual([{ from: 'them', text: 'Hello there' }]);
});
