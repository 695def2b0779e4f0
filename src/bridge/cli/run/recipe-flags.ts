import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import type { ListedRecipeId } from '#recipes/catalog.ts';
import { isFile, withoutNull, getInputSchema, type Schema } from './recipe-schema.ts';

/** A flag of a recipe: the path of its input field, and the option. */
export type RecipeFlag = { readonly path: readonly string[]; readonly option: Option };

/** The fields that the arguments of the command give. */
const positional = new Set(['material', 'materials']);

/**
 * Returns the flags of a recipe, computed from the schema of its input: `--min-silence-seconds 0.4`. A field of an object has a flag
 * of its own too: `--trim-start-seconds 2`. A value `@FILE` is read from the file.
 */
export function listFlags(recipeId: ListedRecipeId): RecipeFlag[] {
  const { properties = {}, required = [] } = getInputSchema(recipeId);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (positional.has(name)) {
      return [];
    }
    const schema = withoutNull(property);
    const inner = Object.entries(schema.type === 'object' ? (schema.properties ?? {}) : {});
    return [
      ...toFlags([name], schema, required.includes(name)),
      ...inner
        .filter(([, field]) => isSimple(withoutNull(field)))
        .flatMap(([key, field]) => toFlags([name, key], withoutNull(field), false)),
    ];
  });
}

/** Returns the input of a run: the values of the flags at their paths. */
export function toInput(flags: readonly RecipeFlag[], values: Readonly<Record<string, unknown>>): object {
  const input: Record<string, unknown> = {};
  for (const { path, option } of flags) {
    const value = values[option.attributeName()];
    const [name = '', key] = path;
    if (value !== undefined) {
      input[name] = key === undefined ? value : { ...toRecord(input[name]), [key]: value };
    }
  }
  return input;
}

const toRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

const isSimple = (schema: Schema): boolean => ['string', 'number', 'integer', 'boolean'].includes(getType(schema));

/** Returns the name of a field's type. A choice of numbers is a number. */
function getType({ type, anyOf = [] }: Schema): string {
  const [first] = anyOf;
  const isSame = first !== undefined && anyOf.every((variant) => variant.type === first.type);
  return type ?? (isSame ? first.type : undefined) ?? 'json';
}

function toFlags(path: readonly string[], schema: Schema, isRequired: boolean): RecipeFlag[] {
  const name = path.map(toKebab).join('-');
  const type = getType(schema);
  const description = describe(schema, type, isRequired);
  if (type === 'boolean') {
    const [on, off] = [new Option(`--${name}`, description), new Option(`--no-${name}`, description)];
    // Help shows the flag that changes the default.
    (schema.default === true ? on : off).hideHelp();
    return [on, off].map((option) => ({ path, option }));
  }
  const option = new Option(`--${name} <${toPlaceholder(schema, type)}>`, description);
  option.argParser((text: string, before: unknown) =>
    isTextList(schema)
      ? [...(Array.isArray(before) ? before : []), readText(text)]
      : readValue(readText(text), type, schema),
  );
  return [{ path, option }];
}

/** `minSilenceSeconds` becomes `min-silence-seconds`. */
const toKebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isTextList = ({ type, items }: Schema): boolean => type === 'array' && items?.type === 'string';

function toPlaceholder(schema: Schema, type: string): string {
  if (isFile(schema)) {
    return 'file';
  }
  if (isTextList(schema)) {
    return 'text';
  }
  if (schema.enum) {
    return schema.enum.join('|');
  }
  return { string: 'text', number: 'number', integer: 'number' }[type] ?? 'json';
}

function describe(
  { description = '', minimum, maximum, unit, ...schema }: Schema,
  type: string,
  isRequired: boolean,
): string {
  const isCode = type === 'array' && !isTextList(schema);
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...(minimum !== undefined && maximum !== undefined && Math.abs(maximum) < 1e12 ? [`${minimum} to ${maximum}`] : []),
    ...listConstants(schema),
    ...(isTextList(schema) ? ['can be repeated'] : []),
    ...(isCode || type === 'object' || type === 'json' ? ['JSON, or @FILE with JSON'] : []),
    ...(isPlain(schema.default) ? [`default: ${String(schema.default)}`] : []),
  ];
  return [description, notes.length > 0 ? `(${notes.join('; ')})` : ''].filter((part) => part !== '').join(' ');
}

/** Returns the values of a choice of constants, as one note. */
function listConstants({ anyOf = [] }: Schema): string[] {
  const values = anyOf.map((variant) => variant.const);
  return values.length === 0 || values.includes(undefined) ? [] : [values.join(', ')];
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '');

/** Returns the text, or the contents of the file that `@FILE` names. */
function readText(text: string): string {
  if (!text.startsWith('@')) {
    return text;
  }
  try {
    return readFileSync(text.slice(1), 'utf8');
  } catch {
    throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`);
  }
}

function readValue(text: string, type: string, { enum: choices }: Schema): unknown {
  if (choices && !choices.includes(text)) {
    throw new InvalidArgumentError(`Give one of: ${choices.join(', ')}.`);
  }
  switch (type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return readNumber(text, type);
    default:
      return readJson(text, type);
  }
}

function readNumber(text: string, type: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) {
    throw new InvalidArgumentError(`"${text}" is not ${type === 'integer' ? 'a whole number' : 'a number'}.`);
  }
  return value;
}

/** A value that may be a word or JSON, such as `face` or a box, is a word if it is not JSON. */
function readJson(text: string, type: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (type === 'json') {
      return text;
    }
    throw new InvalidArgumentError(`"${text}" is not valid JSON.`);
  }
}
