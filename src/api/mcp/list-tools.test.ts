import { expect, test } from 'vitest';
import { operations } from '#operations/registry.ts';
import { tools as definitions } from '#operations/tools.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { listTools } from './list-tools.ts';

const tools = listTools(new URL('https://offcut.test/folder/'));
const find = (name: string) => tools.find((tool) => tool.name === name);

/** The maximum size of the tool list, which agents keep in their context while they are connected. */
const bytesMax = 100_000;

test('there are few tools, and their list is short enough for the context of an agent', () => {
  expect(tools.length).toBeLessThanOrEqual(20);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
  expect(JSON.stringify(tools).length).toBeLessThan(bytesMax);
});

test('each schema is self-contained, and uses only keywords of JSON Schema', () => {
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

test('schemas are flat: no alternatives at the top, and references only if a schema would be too long without them', () => {
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining(['oneOf']));
    expect(Object.keys(inputSchema), name).not.toEqual(expect.arrayContaining(['anyOf']));
    const isFlat = !JSON.stringify([inputSchema, outputSchema]).includes('"$ref"');
    expect(isFlat, name).toBe(name !== 'edit_canvas');
  }
});

test('a tool with arguments has an example that its schema accepts', () => {
  for (const { name, example, input } of definitions) {
    const takesArguments = Object.keys(find(name)?.inputSchema.properties ?? {}).length > 0;
    expect(example !== undefined, name).toBe(takesArguments);
    expect(example === undefined || input.safeParse(example).success, name).toBe(true);
    expect(find(name)?.description).toContain(example ? JSON.stringify(example) : '');
  }
});

test('a run accepts the input of each recipe', () => {
  const { properties } = find('run_recipe')?.inputSchema ?? {};
  expect(properties).toMatchObject({
    recipeId: { enum: recipeIds },
    input: { anyOf: recipeIds.map((title) => ({ title, type: 'object' })) },
  });
});

test('the arguments of a tool are the path, query and body of its operation', () => {
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

test('{base} in the descriptions is replaced by the URL of this server', () => {
  expect(find('create_upload')?.description).toContain('https://offcut.test/folder/v1/uploads/{ticket}/file');
});
