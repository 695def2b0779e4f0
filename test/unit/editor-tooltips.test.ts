import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const editorDir = join(import.meta.dirname, '../../src/ui/editor');

const keyNames =
  '[A-Z]|[^\\w\\s()]|F\\d+|Space|Home|End|Left|Right|Up|Down|Enter|Esc|Escape|Del|Delete|Tab|Backspace|Page (?:up|down)';

/**
 * Matches a key in the source of a component: a key in brackets after a label, or one that is named without its
 * command.
 */
const hardCoded = [
  new RegExp(`\\w \\((?:(?:Ctrl|Control|Shift|Alt|Meta|Cmd|[⌘⌥⇧⌃])\\+?)*(?:${keyNames})\\)["'\`<]`, 'u'),
  /aria-keyshortcuts=["'`]/,
  /'aria-keyshortcuts': ["'`]/,
  /to(?:KeyName|AriaKey)\(\s*["'`]/,
];

const withoutComments = (source: string): string => source.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');

const findKeys = (source: string): string[] =>
  withoutComments(source)
    .split('\n')
    .filter((line) => hardCoded.some((pattern) => pattern.test(line)));

test.each([
  `<IconButton name="Safe areas (')" />`,
  `title="Crop (Shift+C)"`,
  `title="Zoom out (-)"`,
  "title={`Undo (${toKeyName('$mod+z', isApple())})`}",
  `<button aria-keyshortcuts="Control+Z">`,
])('has a unique key for %s', (line) => {
  expect(findKeys(line)).toEqual([line]);
});

test('names no key in a component of the editor: tooltips read the command table', async () => {
  const files = (await readdir(editorDir, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) =>
      findKeys(await readFile(join(editorDir, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});
