import { capitalise } from '#core/lib/capitalise.ts';
import type { MediaKind } from '#core/model/media-kind.ts';
import { resolve, toList, toRecord, toText, type Json } from '#ui/app/json.ts';
import type { Control, Field, ObjectLook, Option, Variant } from './field.ts';
import { splitUnit, toWords } from '#core/protocol/field-words.ts';

/** Maximum nesting of objects; deeper values are shown as JSON, because schemas may be recursive. */
const depthMax = 6;
/** The bounds that JSON Schema gives an unbounded integer. */
const unbounded = Number.MAX_SAFE_INTEGER;

/** Returns the field that a JSON Schema of the document `root` describes. */
export const readSchema = (root: Json, schema: unknown): Field => readField(root, '', schema, true, 0);

function readField(root: Json, name: string, given: unknown, isRequired: boolean, depth: number): Field {
  const outer = resolve(root, given);
  const { schema, isNullable } = dropNull(root, outer);
  const { name: plain, unit } = splitUnit(name);
  const preset = outer['default'] ?? schema['default'];
  const say = (key: string): string => toText(outer[key]) || toText(schema[key]);
  const { hint, control } = giveHints(
    // Back quotes mark code for readers of the schema.
    say('description').replaceAll('`', ''),
    readControl(root, { ...schema, ...pickHints(outer) }, depth),
  );
  const has = (key: string): boolean => outer[key] === true || schema[key] === true;
  return {
    name,
    label: say('title') || toWords(plain),
    hint: capitalise(hint),
    unit: say('x-unit') || unit,
    isRequired: isRequired && preset === undefined && !('default' in outer),
    isNullable,
    isAdvanced: has('x-advanced'),
    isReadOnly: has('readOnly'),
    preset: 'default' in outer ? outer['default'] : preset,
    control,
  };
}

/** Converts a description of options, such as `cut: hard. dissolve: soft.`, to hints of the options. */
function giveHints(hint: string, control: Control): { hint: string; control: Control } {
  if (control.kind !== 'choice') {
    return { hint, control };
  }
  const starts = control.options.map(({ value }) => ` ${hint}`.indexOf(` ${value}: `));
  if (starts.includes(-1) || Math.min(...starts) > 0) {
    return { hint, control };
  }
  const options = control.options.map((option, index) => {
    const start = starts[index] ?? 0;
    const end = Math.min(hint.length, ...starts.filter((other) => other > start));
    return { ...option, hint: capitalise(hint.slice(start, end).trim().slice(`${option.value}: `.length)) };
  });
  return { hint: '', control: { ...control, options } };
}

/** Returns a schema without its alternative `null`. */
function dropNull(root: Json, schema: Json): { schema: Json; isNullable: boolean } {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((one) => one !== 'null');
    return { schema: { ...schema, type: types.length === 1 ? types[0] : types }, isNullable: true };
  }
  const choices = toList(schema['anyOf'] ?? schema['oneOf']).map((choice) => resolve(root, choice));
  const rest = choices.filter((choice) => choice['type'] !== 'null');
  if (rest.length === choices.length) {
    return { schema, isNullable: false };
  }
  const [only] = rest;
  return { schema: only && rest.length === 1 ? only : { ...schema, anyOf: rest, oneOf: undefined }, isNullable: true };
}

const pickHints = (schema: Json): Json =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith('x-')));

function readControl(root: Json, schema: Json, depth: number): Control {
  const wanted = schema['x-control'];
  const options = readOptions(root, schema);
  if (wanted === 'material') {
    return { kind: 'material', mediaKinds: toList(schema['x-media-kinds']).filter(isMediaKind) };
  }
  if (wanted === 'model') {
    return { kind: 'model' };
  }
  if (options) {
    return { kind: 'choice', options };
  }
  const choices = toList(schema['anyOf'] ?? schema['oneOf']);
  if (choices.length > 0) {
    return { kind: 'either', variants: readVariants(root, choices, depth) };
  }
  switch (schema['type']) {
    case 'boolean':
      return { kind: 'switch' };
    case 'number':
    case 'integer':
      return readNumber(schema);
    case 'string':
      return wanted === 'color' || isColorPattern(schema['pattern']) ? { kind: 'color' } : readText(schema);
    case 'object':
      return depth < depthMax ? readObject(root, schema, depth) : { kind: 'json' };
    case 'array':
      return readList(root, schema, depth);
    default:
      return { kind: 'json' };
  }
}

/** Returns the values of a schema that allows only constants; undefined for another schema. */
function readOptions(root: Json, schema: Json): Option[] | undefined {
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  if (Array.isArray(values)) {
    return values.every(isConstant) ? values.map(toOption) : undefined;
  }
  const choices = toList(schema['anyOf'] ?? schema['oneOf']).map((choice) => readOptions(root, resolve(root, choice)));
  return choices.length > 0 && choices.every((choice) => choice !== undefined) ? choices.flat() : undefined;
}

const isConstant = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const toOption = (value: string | number): Option => ({
  value,
  label: typeof value === 'string' ? toWords(value) : String(value),
  hint: '',
});
const isMediaKind = (value: unknown): value is MediaKind =>
  value === 'video' || value === 'picture' || value === 'sound';

/** Creates one variant per constant; other kinds are named after their distinct properties. */
function readVariants(root: Json, choices: readonly unknown[], depth: number): Variant[] {
  const schemas = choices.map((choice) => resolve(root, choice));
  const shared = listShared(schemas);
  return schemas.flatMap((schema): Variant[] => {
    const options = readOptions(root, schema);
    if (options) {
      return options;
    }
    const field = readField(root, '', schema, true, depth + 1);
    return [{ label: field.label || toVariantLabel(field.control, shared), field: { ...field, label: '' } }];
  });
}

/** Returns the names of the properties that all objects among the schemas share. */
function listShared(schemas: readonly Json[]): readonly string[] {
  const objects = schemas.map((schema) => toRecord(schema['properties'])).filter((one) => Object.keys(one).length > 0);
  const [first = {}, ...others] = objects;
  return others.length === 0 ? [] : Object.keys(first).filter((name) => others.every((other) => name in other));
}

function toVariantLabel(control: Control, shared: readonly string[]): string {
  switch (control.kind) {
    case 'object':
      return toLabels(control.fields.filter(({ name }) => !shared.includes(name)));
    case 'number':
      return 'A number';
    case 'text':
      return 'A text';
    case 'color':
      return 'A color';
    case 'switch':
    case 'choice':
    case 'model':
    case 'material':
    case 'list':
    case 'either':
    case 'json':
    default:
      return 'Another value';
  }
}

const toLabels = (fields: readonly Field[]): string =>
  fields.map(({ label }, index) => (index === 0 ? label : label.toLowerCase())).join(', ');

function readNumber(schema: Json): Control {
  const bound = (key: string, exclusive: string): number | null => {
    const value = schema[key] ?? schema[exclusive];
    return typeof value === 'number' && Math.abs(value) < unbounded ? value : null;
  };
  return {
    kind: 'number',
    least: bound('minimum', 'exclusiveMinimum'),
    most: bound('maximum', 'exclusiveMaximum'),
    isWhole: schema['type'] === 'integer',
    ...readMinimum(toRecord(schema['x-min-of'])),
  };
}

const readMinimum = ({ field, times }: Json) =>
  typeof field === 'string' && typeof times === 'number' ? { minFrom: { name: field, times } } : {};

function readText(schema: Json): Control {
  const maxLength = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : null;
  return { kind: 'text', isLong: schema['x-control'] === 'textarea', maxLength };
}

/** True for a pattern that accepts only `#00ff80`-style colors. */
const isColorPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && pattern.startsWith('^#[0-9a-f') && pattern.includes('{6}');

function readObject(root: Json, schema: Json, depth: number): Control {
  const required = toList(schema['required']);
  const properties = Object.entries(toRecord(schema['properties']));
  const fields = properties.map(([name, value]) => readField(root, name, value, required.includes(name), depth + 1));
  return { kind: 'object', fields, look: toLook(schema['x-control']) };
}

const toLook = (wanted: unknown): ObjectLook => (wanted === 'box' || wanted === 'point' ? wanted : 'fields');

function readList(root: Json, schema: Json, depth: number): Control {
  const { minItems, maxItems } = schema;
  const items = resolve(root, schema['items']);
  const mediaKinds = schema['x-media-kinds'] ?? items['x-media-kinds'];
  return {
    kind: 'list',
    item: readField(root, '', { ...items, 'x-media-kinds': mediaKinds }, true, depth + 1),
    least: typeof minItems === 'number' ? minItems : 0,
    most: typeof maxItems === 'number' ? maxItems : null,
    swaps: toText(schema['x-swaps']),
    ...(schema['x-control'] === 'messages' && { isChat: true as const }),
  };
}
