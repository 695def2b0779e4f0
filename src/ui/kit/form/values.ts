import { isRecord } from '#ui/app/envelope.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import type { Control, ControlOf, Field, Variant } from './field.ts';

/** What a field shows: the value, else its preset. */
export const shownValue = (field: Field, value: unknown): unknown => (value === undefined ? field.preset : value);

/** An object with another value at `name`; without the field where that is undefined. */
export function withValue(object: unknown, name: string, value: unknown): Json {
  const { [name]: _, ...rest } = toRecord(object);
  return value === undefined ? rest : { ...toRecord(object), [name]: value };
}

/** A value to begin with for a field that must have one. Undefined where a person has to give it. */
export function firstValue({ control, preset, name, isReadOnly }: Field): unknown {
  if (preset !== undefined) {
    return preset;
  }
  switch (control.kind) {
    case 'text':
      return name === 'id' ? crypto.randomUUID().slice(0, 8) : isReadOnly ? '' : undefined;
    case 'color':
      return '#ffffff';
    case 'number':
      return control.least ?? 0;
    case 'switch':
      return isReadOnly || name === 'isAccepted';
    case 'choice':
      return control.options[0]?.value;
    case 'object':
      return firstObject(control);
    case 'list':
      return [];
    case 'either':
      return firstOfVariant(control.variants[0]);
    case 'model':
    case 'material':
    case 'json':
    default:
      return undefined;
  }
}

/** The fields of an object that must be given, with their first values. */
function firstObject({ fields }: ControlOf<'object'>): Json {
  const given = fields.filter(({ isRequired }) => isRequired).map((field) => [field.name, firstValue(field)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** The first value of a variant. */
export const firstOfVariant = (variant: Variant | undefined): unknown =>
  variant === undefined ? undefined : 'field' in variant ? firstValue(variant.field) : variant.value;

/** The place of the variant that a value has; -1 for none. */
export const findVariant = (variants: readonly Variant[], value: unknown): number =>
  variants.findIndex((variant) =>
    'field' in variant ? mayHold(variant.field.control, value) : variant.value === value,
  );

/** Whether a control can show the value. */
function mayHold(control: Control, value: unknown): boolean {
  switch (control.kind) {
    case 'text':
    case 'color':
    case 'model':
    case 'material':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'switch':
      return typeof value === 'boolean';
    case 'choice':
      return control.options.some((option) => option.value === value);
    case 'object':
      return isRecord(value) && hasFieldsOf(control, value);
    case 'list':
      return Array.isArray(value);
    case 'either':
      return findVariant(control.variants, value) >= 0;
    case 'json':
    default:
      return true;
  }
}

const hasFieldsOf = ({ fields }: ControlOf<'object'>, value: Json): boolean =>
  fields.every(({ name, isRequired }) => !isRequired || name in value) &&
  Object.keys(value).every((key) => fields.some(({ name }) => name === key));

/** Paths of the fields that must be given and are not, each with a sentence. */
export function findMissing(field: Field, value: unknown, path = ''): ReadonlyMap<string, string> {
  const shown = shownValue(field, value);
  if (shown === undefined || shown === null || shown === '') {
    return new Map(field.isRequired && !field.isNullable ? [[path, `${field.label || 'This'} is needed.`]] : []);
  }
  const { control } = field;
  if (control.kind === 'object') {
    const inside = toRecord(shown);
    return merge(control.fields.map((each) => findMissing(each, inside[each.name], join(path, each.name))));
  }
  if (control.kind === 'list' && Array.isArray(shown)) {
    const least = control.least > shown.length ? new Map([[path, toLeastSentence(control.least)]]) : new Map();
    return merge([least, ...shown.map((each, index) => findMissing(control.item, each, join(path, String(index))))]);
  }
  return new Map();
}

/** The path of the first part that must be given and is not, or is of another kind than its field; null where all fit. */
export function findMisfit(field: Field, value: unknown, path = ''): string | null {
  const { control } = field;
  if (value === undefined || value === null) {
    return (value === null && field.isNullable) || (value === undefined && !field.isRequired) ? null : path;
  }
  if (control.kind === 'object' && isRecord(value)) {
    return firstOf(control.fields, (each) => findMisfit(each, value[each.name], join(path, each.name)));
  }
  if (control.kind === 'list' && Array.isArray(value)) {
    return firstOf(value, (each, index) => findMisfit(control.item, each, join(path, String(index))));
  }
  return control.kind === 'object' || !mayHold(control, value) ? path : null;
}

function firstOf<T>(all: readonly T[], find: (one: T, index: number) => string | null): string | null {
  for (const [index, one] of all.entries()) {
    const found = find(one, index);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

const toLeastSentence = (least: number): string => (least === 1 ? 'Add at least one.' : `Add at least ${least}.`);

/** The path of a part within what is at `path`, as the API writes it: `cuts.0.endSeconds`. */
export const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const merge = (maps: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> =>
  new Map(maps.flatMap((map) => [...map]));
