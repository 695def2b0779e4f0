import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { getMenus, maxEntries } from './submenus.ts';

test('no menu has more entries than are visible at once, and each command is in one menu', () => {
  const menus = getMenus().flatMap(({ name, parts }) => [
    { name, size: parts.flat().length },
    ...parts.flat().flatMap((entry) => ('id' in entry ? [] : [{ name: entry.name, size: entry.commands.length }])),
  ]);
  expect(menus.filter(({ size }) => size > maxEntries)).toEqual([]);
  expect(getMenus().flatMap(({ parts }) => parts[0]?.slice(0, 1).filter((entry) => !('id' in entry)))).toEqual([]);
  // A submenu with one entry is a detour.
  expect(menus.filter(({ size }) => size < 2)).toEqual([]);
  const ids = getMenus().flatMap(({ parts }) =>
    parts.flat().flatMap((entry) => ('id' in entry ? [entry.id] : entry.commands.map(({ id }) => id))),
  );
  expect(ids.toSorted()).toEqual(commands.map(({ id }) => id).toSorted());
});
