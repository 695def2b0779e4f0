import { expect, it } from 'vitest';
import type { Control, Field } from './field.ts';
import { findMisfit, findMissing, findVariant, firstValue, withValue } from './values.ts';

const field = (name: string, control: Control, rest: Partial<Field> = {}): Field => ({
  name,
  label: name,
  hint: '',
  unit: '',
  isRequired: true,
  isNullable: false,
  isAdvanced: false,
  isReadOnly: false,
  preset: undefined,
  control,
  ...rest,
});

const text: Control = { kind: 'text', isLong: false, maxLength: null };
const number: Control = { kind: 'number', least: 2, most: null, isWhole: false };
const row = field('', {
  kind: 'object',
  look: 'fields',
  fields: [
    field('id', text),
    field('startSeconds', number),
    field('isAccepted', { kind: 'switch' }),
    field('note', text, { isRequired: false }),
  ],
});
const list = field('cuts', { kind: 'list', item: row, least: 1, most: null, swaps: '' });

it('creates a new row that matches the schema, with a unique id', () => {
  const [one, other] = [firstValue(row), firstValue(row)];
  expect(one).toEqual({ id: expect.any(String), startSeconds: 2, isAccepted: true });
  expect(one).not.toEqual(other);
});

it('starts with the default, if any', () => {
  expect(firstValue(field('a', number, { preset: 7 }))).toBe(7);
  expect(firstValue(field('a', { kind: 'either', variants: [{ label: 'Auto', value: 'auto' }] }))).toBe('auto');
});

it('finds the variant of a value', () => {
  const box = field('', { kind: 'object', look: 'fields', fields: [field('box', number)] });
  const point = field('', { kind: 'object', look: 'fields', fields: [field('point', number)] });
  const variants = [
    { label: 'Box', field: box },
    { label: 'Point', field: point },
    { label: 'Face', value: 'face' },
  ];
  expect(findVariant(variants, { box: 1 })).toBe(0);
  expect(findVariant(variants, { point: 1 })).toBe(1);
  expect(findVariant(variants, 'face')).toBe(2);
  expect(findVariant(variants, 'nose')).toBe(-1);
});

it('reports missing required values by path', () => {
  const whole = field('', { kind: 'object', look: 'fields', fields: [field('material', text), list] });
  expect([...findMissing(whole, {}).keys()]).toEqual(['material', 'cuts']);
  expect([...findMissing(whole, { material: 'a', cuts: [] })]).toEqual([['cuts', 'Add at least one.']]);
  const cuts = [{ id: '', startSeconds: 2, isAccepted: false }];
  expect([...findMissing(whole, { material: 'a', cuts }).keys()]).toEqual(['cuts.0.id']);
  expect(findMissing(whole, { material: 'a', cuts: [{ ...cuts[0], id: 'x' }] }).size).toBe(0);
});

it('omits a field when its value is removed', () => {
  expect(withValue({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 });
  expect(Object.keys(withValue({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b']);
});

it('finds missing values and wrong types at any depth', () => {
  const whole = field('', {
    kind: 'object',
    look: 'fields',
    fields: [list, field('gap', number, { isNullable: true })],
  });
  const cut = { id: 'a', startSeconds: 1, isAccepted: true };
  expect(findMisfit(whole, { cuts: [cut, { ...cut, note: 'x', more: 1 }], gap: null })).toBeNull();
  expect(findMisfit(whole, {})).toBe('cuts');
  expect(findMisfit(whole, { cuts: {}, gap: 1 })).toBe('cuts');
  expect(findMisfit(whole, { cuts: [cut, { id: 'a' }], gap: 1 })).toBe('cuts.1.startSeconds');
  expect(findMisfit(whole, { cuts: [cut, 7], gap: 1 })).toBe('cuts.1');
  expect(findMisfit(whole, { cuts: [cut], gap: '1' })).toBe('gap');
  expect(findMisfit(whole, { cuts: [{ ...cut, isAccepted: null }], gap: 1 })).toBe('cuts.0.isAccepted');
});
