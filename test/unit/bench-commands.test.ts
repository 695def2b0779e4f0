import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { choice, defineCommand, flag, json, list, number, optionalText, repeated, text } from '../../bench/command.ts';
import { entries } from '../../bench/commands.ts';

const seen = vi.fn<(values: object, context: object) => Promise<void>>();

const command = defineCommand({
  about: 'Measures nothing.',
  operands: '[CLIP ...]',
  options: {
    fast: flag('be fast'),
    runs: number('runs', 3),
    sizes: list('WxH', 'sizes', ['1x1']),
    aspect: repeated('RATIO', 'ratios', ['16:9']),
    quality: choice(['best', 'fast'], 'quality', 'best'),
    name: text('NAME', 'a name', 'some'),
    models: optionalText('DIR', 'a folder'),
    json: json('page'),
  },
  run: seen,
});

test('options that are missing have their defaults', async () => {
  await command.run([], 'none');
  const defaults = { fast: false, runs: 3, sizes: ['1x1'], aspect: ['16:9'], quality: 'best', name: 'some' };
  expect(seen).toHaveBeenLastCalledWith(
    { ...defaults, models: undefined, json: undefined },
    { operands: [], command: 'npm run bench -- none' },
  );
});

test('options are read by their types, and the command that repeats the measurement names no files', async () => {
  const args =
    '--fast --runs 5 --sizes 2x2,3x3 --aspect 1:1 --aspect 4:5 --quality fast --json a.json --models here clip.mp4';
  await command.run([...args.split(' '), '--name', 'two words'], 'none');
  expect(seen).toHaveBeenLastCalledWith(
    {
      fast: true,
      runs: 5,
      sizes: ['2x2', '3x3'],
      aspect: ['1:1', '4:5'],
      quality: 'fast',
      name: 'two words',
      models: 'here',
      json: 'a.json',
    },
    {
      operands: ['clip.mp4'],
      command:
        'npm run bench -- none --fast --runs 5 --sizes 2x2,3x3 --aspect 1:1 --aspect 4:5 --quality fast --models DIR --name "two words" CLIP ...',
    },
  );
});

test.each([
  [['--runs', 'many'], '--runs needs a number, not "many"'],
  [['--quality', 'good'], '--quality is one of best, fast, not "good"'],
  [['--unknown'], "Unknown option '--unknown'"],
])('a command line with %s is refused', async (args, message) => {
  await expect(command.run(args, 'none')).rejects.toThrow(message);
});

test('a command without operands refuses them', async () => {
  const bare = defineCommand({ about: '', options: {}, run: seen });
  await expect(bare.run(['clip.mp4'], 'none')).rejects.toThrow('clip.mp4');
});

test('the help names each option with its placeholder and default', () => {
  const help = command.help('none');
  expect(help).toMatch(/^npm run bench -- none \[options\] \[CLIP \.\.\.\]\n\nMeasures nothing\.\n/);
  expect(help).toContain('--sizes WxH,...      sizes (default: 1x1)');
  expect(help).toContain('--fast               be fast\n');
});

test('bench/README.md lists the subcommands of the registry', () => {
  const page = readFileSync(new URL('../../bench/README.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w -]+)`/gm)].map(([, name]) => name);
  expect(listed).toEqual(entries.map(({ name }) => name));
});
