import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { tellDefects } from './tell-defects.ts';

/** Returns the lines that are logged for a console message of a browser. */
function tell(type: string, text: string): string[] {
  const browser = new EventEmitter();
  const lines: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the events of the browser are used
  tellDefects(browser as unknown as BrowserContext, (line) => lines.push(line));
  browser.emit('console', { type: () => type, text: () => text });
  return lines;
}

test('logs an error, but no other message and no error of the browser itself', () => {
  expect(tell('error', 'It broke')).toEqual(['The browser logged an error: It broke']);
  expect(tell('log', 'It works')).toEqual([]);
  expect(tell('error', 'Failed to load resource: 404')).toEqual([]);
});

test('the text of an error can neither control a terminal, nor imitate a log line, nor fill the screen', () => {
  const [line = ''] = tell('error', 'a\u001b]0;b\u0007\r\nc\u2028d\u202ee\u009bf\n    at g');
  expect(line).toBe('The browser logged an error: a ]0;b c d e f     at g');
  expect(tell('error', 'x'.repeat(100_000))[0]?.length).toBeLessThan(5000);
});
