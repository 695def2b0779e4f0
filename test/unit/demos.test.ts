import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recipeIds, recipes } from '#recipes/catalog.ts';
import { projectDir } from '#bridge/cli/build.ts';
import { defaultDemoId, demoIds, getDemo, toFields } from '#bridge/cli/demos.ts';

it('has a demo of every recipe, with existing sample files and valid parameters', () => {
  expect(demoIds.toSorted()).toEqual(recipeIds.toSorted());
  for (const id of recipeIds) {
    const demo = getDemo(id);
    const fields = toFields(demo, []);
    for (const name of fields.flatMap(([, files]) => files)) {
      expect(existsSync(join(projectDir, 'public/sample', name)), name).toBe(true);
    }
    const refused = recipes[id].input.safeParse({ ...Object.fromEntries(fields), ...demo.parameters }).error;
    expect(refused, id).toBeUndefined();
  }
});

it('replaces the files of the demo with those of the caller', () => {
  const own = { files: { materials: ['a.mp4', 'b.mp4'], music: 'c.m4a' }, parameters: {} };
  expect(toFields(own, ['mine.mp4'])).toEqual([
    ['materials', ['mine.mp4']],
    ['music', 'c.m4a'],
  ]);
  expect(toFields({ files: { material: 'a.mp4' }, parameters: {} }, ['mine.mp4'])).toEqual([['material', 'mine.mp4']]);
  expect(() => getDemo('nothing')).toThrow('Unknown recipe "nothing"');
});

it('runs background removal by default, and compares its matte', () => {
  expect(defaultDemoId).toBe('remove-background');
  expect(demoIds.filter((id) => getDemo(id).comparesMatte)).toEqual(['remove-background']);
});
