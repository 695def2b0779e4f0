import { expect, test } from 'vitest';
import { commands } from './commands.ts';

test('no two commands have the same id or the same key', () => {
  const ids = commands.map(({ id }) => id);
  const keys = commands.flatMap((command) => command.keys);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
