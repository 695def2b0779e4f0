import * as z from 'zod';
import { recipes, type ListedRecipeId } from '#recipes/catalog.ts';

/** The JSON Schema of an input, with the hints of forms. */
export type Schema = {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly unit?: string;
  /** The control of forms: `material` and `materials` are files. */
  readonly control?: string;
  readonly isAdvanced?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Returns the schema of a recipe's input. */
export const getInputSchema = (recipeId: ListedRecipeId): Schema =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON Schema, whose type has no form hints
  z.toJSONSchema(recipes[recipeId].input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Returns the variant of a nullable schema that is not null, with the texts of the whole; other schemas unchanged. */
export function withoutNull(schema: Schema): Schema {
  const variants = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return schema.anyOf && variants.length === 1 ? { ...schema, ...variants[0], ...pickTexts(schema) } : schema;
}

const pickTexts = ({ title, description, control }: Schema): Schema => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(control !== undefined && { control }),
});

/** Whether the value is a file, or a list of files. */
export const isFile = ({ control }: Schema): boolean => control === 'material' || control === 'materials';

/** Replaces the files in a value by what `convert` returns for them. The value need not be valid. */
export async function mapFiles(
  schema: Schema,
  value: unknown,
  convert: (file: string) => Promise<string>,
): Promise<unknown> {
  const node = withoutNull(schema);
  if (typeof value === 'string') {
    return node.control === 'material' ? convert(value) : value;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const item of value) {
      list.push(await mapFiles(node.items ?? {}, item, convert));
    }
    return list;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const fields: [string, unknown][] = [];
  for (const [name, part] of Object.entries(value)) {
    fields.push([name, await mapFiles(node.properties?.[name] ?? {}, part, convert)]);
  }
  return Object.fromEntries(fields);
}
