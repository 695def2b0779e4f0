import { expect, it } from 'vitest';
import { readPort, readSeconds } from './options.ts';

it.each([
  ['0', 0],
  ['8787', 8787],
  ['65535', 65_535],
])('accepts port %s', (text, port) => {
  expect(readPort(text)).toBe(port);
});

it.each(['', '-1', '65536', '80a', '1e3', ' 80'])('refuses port "%s"', (text) => {
  expect(() => readPort(text)).toThrow('is not a valid port');
});

it.each(['', '0', '-1', 'soon', 'Infinity'])('refuses "%s" as a time limit', (text) => {
  expect(() => readSeconds(text)).toThrow('is not a positive number of seconds');
});
