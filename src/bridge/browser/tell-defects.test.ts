import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { tellDefects } from './tell-defects.ts';

/** The lines that are told of what a browser logs. */
function tell(type: string, text: string): string[] {
  const browser = new EventEmitter();
  const lines: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a browser only its events are heard
  tellDefects(browser as unknown as BrowserContext, (line) => lines.push(line));
  browser.emit('console', { type: () => type, text: () => text });
  return lines;
}

test('an error is told, and what is none, or is of the browser itself, is not', () => {
  expect(tell('error', 'It broke')).toEqual(['The browser logged an error: It broke']);
  expect(tell('log', 'It works')).toEqual([]);
  expect(tell('error', 'Failed to load resource: 404')).toEqual([]);
});

test('what an error repeats can neither steer a terminal nor look like a line of ours, nor fill it', () => {
  const [line = ''] = tell('error', 'a\u001b]0;b\u0007\r\nc\u2028d\u202ee\u009bf\n    at g');
  expect(line).toBe('The browser logged an error: a ]0;b c d e f     at g');
  expect(tell('error', 'x'.repeat(100_000))[0]?.length).toBeLessThan(5000);
});
