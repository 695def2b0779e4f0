import { expect, test } from 'vitest';
import { commandGroups, commands, getParts } from './commands.ts';

test('no two commands have the same id or the same key', () => {
  const ids = commands.map(({ id }) => id);
  const keys = commands.flatMap((command) => command.keys);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('the menus contain every command, and the Edit menu starts with undo', () => {
  expect(commandGroups.flatMap(getParts).flat()).toHaveLength(commands.length);
  expect(getParts('Edit')[0]?.map(({ id }) => id)).toEqual(['undo', 'redo']);
});
