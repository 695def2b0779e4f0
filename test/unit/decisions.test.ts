import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = new URL('../../docs/decisions/', import.meta.url);
const read = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');

const files = (await readdir(folder)).filter((name) => name !== 'README.md').toSorted();
const index = await read('README.md');
const rows = index.split('\n').filter((line) => /^\| \[\d{4}\]/.test(line));

test('lists each decision in the index, in order', () => {
  expect(rows.map((row) => /\]\(([^)]+)\)/.exec(row)?.[1])).toEqual(files);
});

test.each(files)('starts %s with its number, a date and a status, like in the index', async (file) => {
  const number = file.slice(0, 4);
  const [title, , head = ''] = (await read(file)).split('\n');
  expect(title).toMatch(new RegExp(`^# ${number}: \\S`));
  const [, date = '', status = ''] =
    /^Date: (\d{4}-\d\d-\d\d)\. Status: (accepted|superseded by \[\d{4}\]\(\S+\.md\))\./.exec(head) ?? [];
  expect(status).not.toBe('');
  expect(rows.find((row) => row.includes(`](${file})`) && row.startsWith(`| [${number}]`))).toMatch(
    new RegExp(`\\| ${date} +\\| ${status.replaceAll(/[[\]().]/g, '\\$&')}`),
  );
});

test('names an existing decision that supersedes another one', async () => {
  const replaced = await Promise.all(
    files.map(async (file) => /superseded by \[\d{4}\]\((\S+)\)/.exec(await read(file))?.[1]),
  );
  expect(files).toEqual(expect.arrayContaining(replaced.filter((file) => file !== undefined)));
});
