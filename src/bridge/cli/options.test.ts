import { expect, it } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { readOptions, readPort } from './options.ts';

it('reads known options', () => {
  const { values, positionals } = readOptions({
    args: ['clip.mp4', '--out', 'there'],
    allowPositionals: true,
    options: { out: { type: 'string' } },
  });
  expect({ ...values, positionals }).toEqual({ out: 'there', positionals: ['clip.mp4'] });
});

it('refuses an unknown option by name', () => {
  expect(() => readOptions({ args: ['--nope'], options: {} })).toThrow(Failure);
  expect(() => readOptions({ args: ['--nope'], options: {} })).toThrow("Unknown option '--nope'");
});

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
