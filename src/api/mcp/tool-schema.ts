import * as z from 'zod';
import { shareRepeated } from './share-repeated.ts';

/** The keywords of JSON Schema that zod writes. Some hosts refuse a schema with any other keyword. */
const keywords = new Set(
  [
    '$schema $ref $defs type title description default examples readOnly enum const',
    'properties required additionalProperties propertyNames items prefixItems minItems maxItems',
    'anyOf oneOf allOf not format pattern minLength maxLength contentEncoding',
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems',
  ].flatMap((line) => line.split(' ')),
);

/** The maximum number of characters of a schema before its repeated parts are shared. */
const repeatedUpTo = 25_000;

export type JsonSchema = { readonly type: 'object'; readonly [keyword: string]: unknown };

/** Converts a zod schema of an object to a self-contained JSON Schema, as tools declare it. */
export function toToolSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => clean(jsonSchema, io),
  });
  const isLong = JSON.stringify(whole).length > repeatedUpTo;
  return { ...(isLong ? shareRepeated(whole) : flatten(whole)), type: 'object' };
}

/** Replaces the references of a schema by their definitions, because some hosts do not follow references. Cycles keep theirs. */
function flatten({ $defs = {}, ...root }: z.core.JSONSchema.BaseSchema): object {
  const names = new Map(Object.entries($defs).map(([name, schema]) => [`#/$defs/${name}`, schema]));
  const inline = (node: unknown, open: readonly string[]): unknown => {
    if (typeof node !== 'object' || node === null) {
      return node;
    }
    if (Array.isArray(node)) {
      return node.map((one) => inline(one, open));
    }
    const entries = Object.entries(node).map(([key, value]) => [key, inline(value, open)] as const);
    const { $ref, ...rest } = Object.fromEntries<unknown>(entries);
    const target = typeof $ref === 'string' && !open.includes($ref) ? names.get($ref) : undefined;
    return target === undefined || typeof $ref !== 'string'
      ? Object.fromEntries(entries)
      : { ...toObject(inline(target, [...open, $ref])), ...rest };
  };
  const flat = toObject(inline(root, []));
  return JSON.stringify(flat).includes('"$ref"') ? { ...flat, $defs } : flat;
}

const toObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Removes everything that is not JSON Schema. Responses may get more fields later, so only arguments forbid unknown fields. */
function clean(node: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  for (const keyword of Object.keys(node)) {
    if (!keywords.has(keyword)) {
      delete node[keyword];
    }
  }
  if (node.maximum === Number.MAX_SAFE_INTEGER) {
    delete node.maximum;
  }
  if (node.format === 'date-time') {
    delete node.pattern;
  }
  if (io === 'output' && node.additionalProperties === false) {
    delete node.additionalProperties;
  }
}
