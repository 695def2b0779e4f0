import { isRecord } from '#client/offcut-error.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
import type { Control, ControlOf, Field, Variant } from './field.ts';

/** Returns the shown value of a field: the value, else its default. */
export const shownValue = (field: Field, value: unknown): unknown => (value === undefined ? field.preset : value);

/** Returns the object with another value at `name`; undefined removes the field. */
export function withValue(object: unknown, name: string, value: unknown): Json {
  const { [name]: _, ...rest } = toRecord(object);
  return value === undefined ? rest : { ...toRecord(object), [name]: value };
}

/** Returns an initial value for a required field. Undefined if the user must provide it. */
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

/** Returns the required fields of an object, with their initial values. */
function firstObject({ fields }: ControlOf<'object'>): Json {
  const given = fields.filter(({ isRequired }) => isRequired).map((field) => [field.name, firstValue(field)] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** Returns the initial value of a variant. */
export const firstOfVariant = (variant: Variant | undefined): unknown =>
  variant === undefined ? undefined : 'field' in variant ? firstValue(variant.field) : variant.value;

/** Returns the index of the variant that matches a value; -1 without a match. */
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

/** Returns the paths of required fields without a value, each with a message. */
export function findMissing(field: Field, value: unknown, path = ''): ReadonlyMap<string, string> {
  const shown = shownValue(field, value);
  if (shown === undefined || shown === null || shown === '') {
    return new Map(field.isRequired && !field.isNullable ? [[path, `${field.label || 'This'} is required.`]] : []);
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

/** Returns the path of the first part that is missing or does not match its field; null if all match. */
export function findMisfit(field: Field, value: unknown, path = ''): string | null {
  const { control } = field;
  if (value === undefined || value === null) {
    return (value === null && field.isNullable) || (value === undefined && !field.isRequired) ? null : path;
  }
  if (control.kind === 'object' && isRecord(value)) {
    return getFirst(control.fields, (each) => findMisfit(each, value[each.name], join(path, each.name)));
  }
  if (control.kind === 'list' && Array.isArray(value)) {
    return getFirst(value, (each, index) => findMisfit(control.item, each, join(path, String(index))));
  }
  return control.kind === 'object' || !mayHold(control, value) ? path : null;
}

function getFirst<T>(all: readonly T[], find: (one: T, index: number) => string | null): string | null {
  for (const [index, one] of all.entries()) {
    const found = find(one, index);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

const toLeastSentence = (least: number): string => (least === 1 ? 'Add at least one.' : `Add at least ${least}.`);

/** Returns the path of a part of the value at `path`, as the API writes it: `cuts.0.endSeconds`. */
export const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

const merge = (maps: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> =>
  new Map(maps.flatMap((map) => [...map]));
