import { expect, test } from 'vitest';
import { operations } from '#operations/registry.ts';
import { tools as definitions } from '#operations/tools.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { listTools } from './list-tools.ts';

const tools = listTools(new URL('https://offcut.test/folder/'));
const find = (name: string) => tools.find((tool) => tool.name === name);

/** What agents carry in their memory as long as the connector is there. */
const bytesMax = 100_000;

test('the tools are few, and short enough to be carried along', () => {
  expect(tools.length).toBeLessThanOrEqual(20);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  expect(JSON.stringify(tools).length).toBeLessThan(bytesMax);
});

test('a schema stands alone: what it refers to is in it, and it says nothing that JSON Schema does not know', () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      const text = JSON.stringify(schema);
      const parts: Record<string, unknown> = { ...(schema?.['$defs'] as object | undefined) };
      const missing = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].filter(([, part = '']) => !(part in parts));
      expect(missing, name).toEqual([]);
      expect(text, name).not.toMatch(/"(?:x-[a-z-]+|control|unit|isAdvanced|mediaKinds|id)":(?:true|"|\[)/);
    }
  }
});

test('schemas are flat: no alternatives at the top, and references only where a schema would be too long without', () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining(['oneOf']));
    expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining(['anyOf']));
    const isFlat = !JSON.stringify([inputSchema, outputSchema]).includes('"$ref"');
    expect(isFlat, name).toBe(name !== 'edit_canvas');
  }
});

test('a tool that takes arguments has an example that its schema accepts', () => {
  for (const { name, example, input } of definitions) {
    const takesArguments = Object.keys(find(name)?.inputSchema.properties ?? {}).length > 0;
    expect(example !== undefined, name).toBe(takesArguments);
    expect(example === undefined || input.safeParse(example).success, name).toBe(true);
    expect(find(name)?.description).toContain(example ? JSON.stringify(example) : '');
  }
});

test('a run takes the input of each recipe', () => {
  const { properties } = find('run_recipe')?.inputSchema ?? {};
  expect(properties).toMatchObject({
    recipeId: { enum: recipeIds },
    input: { anyOf: recipeIds.map((title) => ({ title, type: 'object' })) },
  });
});

test('path, query and body of an operation are the arguments of its tool', () => {
  expect(Object.keys(find('review_job')?.inputSchema.properties ?? {})).toEqual([
    'envelopeId',
    ...Object.keys(operations.reviewJob.body.shape),
  ]);
  expect(find('list_jobs')?.inputSchema).toMatchObject({ properties: { limit: { type: 'integer', maximum: 200 } } });
  expect(find('wait_for_job')?.inputSchema).toMatchObject({
    properties: { timeoutSeconds: { default: 25, minimum: 1, maximum: 50 } },
    required: ['envelopeId'],
  });
});

test('a place for a file is told with the address of this server', () => {
  expect(find('create_upload')?.description).toContain('https://offcut.test/folder/v1/uploads/{ticket}/file');
});
