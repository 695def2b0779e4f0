import { expect, test } from 'vitest';
import { operations } from '#operations/registry.ts';
import * as z from 'zod';
import { shareRepeated } from './share-repeated.ts';

const expand = (schema: unknown, $defs: Readonly<Record<string, unknown>>): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value: { $ref?: string } | null) =>
    typeof value?.$ref === 'string' && value.$ref.startsWith('#/$defs/part')
      ? expand($defs[value.$ref.slice('#/$defs/'.length)], $defs)
      : value,
  );

test('long repeated parts are written once, and nothing else changes', () => {
  const { $schema: _, ...whole } = z.toJSONSchema(operations.editCanvas.body, { io: 'input' });
  const shared = shareRepeated(whole);
  const { $defs, ...rest } = z.looseObject({ $defs: z.record(z.string(), z.unknown()) }).parse(shared);
  const own = Object.fromEntries(Object.entries($defs).filter(([name]) => !name.startsWith('part')));
  expect(expand({ ...rest, $defs: own }, $defs)).toEqual({ ...whole, $defs: whole.$defs ?? {} });
  expect(JSON.stringify(shared).length).toBeLessThan(JSON.stringify(whole).length / 2);
  expect(Object.keys($defs).length).toBeLessThan(40);
});

test('short parts, and fields that have the names of keywords, stay in place', () => {
  const part = { type: 'string', description: 'short' };
  const long = { type: 'string', description: 'long '.repeat(60) };
  const schema = { type: 'object', properties: { properties: part, items: part, anyOf: long, not: long } };
  expect(shareRepeated(schema)).toEqual({
    type: 'object',
    properties: { properties: part, items: part, anyOf: { $ref: '#/$defs/part1' }, not: { $ref: '#/$defs/part1' } },
    $defs: { part1: long },
  });
});
