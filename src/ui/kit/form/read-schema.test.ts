import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createOpenApi } from '#api/openapi.ts';
import { autoApprove, box, material, outputFormat, timeRange } from '#recipes/input.ts';
import { recipes } from '#recipes/catalog.ts';
import { toRecord } from '#ui/app/json.ts';
import { findCall } from '#ui/app/openapi-document.ts';
import type { Field } from './field.ts';
import { readSchema } from './read-schema.ts';

const read = (schema: z.ZodType): Field =>
  readSchema(
    {},
    z.toJSONSchema(schema, {
      io: 'input',
      override: ({ jsonSchema }) => {
        for (const [name, extension] of [
          ['unit', 'x-unit'],
          ['control', 'x-control'],
          ['isAdvanced', 'x-advanced'],
          ['mediaKinds', 'x-media-kinds'],
        ] as const) {
          if (name in jsonSchema) {
            jsonSchema[extension] = jsonSchema[name];
          }
        }
      },
    }),
  );

const getFields = (schema: z.ZodType): Record<string, Field> => {
  const { control } = read(schema);
  return control.kind === 'object' ? Object.fromEntries(control.fields.map((field) => [field.name, field])) : {};
};

describe('a field', () => {
  const fields = getFields(
    z.strictObject({
      material,
      minSilenceSeconds: z.number().min(0.05).max(10).default(0.5).describe('Shorter pauses stay.'),
      thresholdDb: z.number().min(-90).max(0).nullable().default(null),
      isLocked: z.boolean(),
      joins: z.enum(['cut', 'punch-in']).default('cut').meta({ title: 'At a cut' }),
      targetSeconds: z.union([z.literal(15), z.literal(30)]).default(30),
      note: z.string().max(80).optional().meta({ control: 'textarea', isAdvanced: true }),
      seed: z.int().default(1),
      window: timeRange.optional(),
      fill: z.string().regex(/^#[0-9a-fA-F]{6}$/),
      outputFormat,
      autoApprove,
    }),
  );

  it('has a readable label and its unit', () => {
    expect(fields['minSilenceSeconds']).toMatchObject({
      label: 'Min silence',
      unit: 's',
      hint: 'Shorter pauses stay.',
    });
    expect(fields['thresholdDb']).toMatchObject({ label: 'Threshold', unit: 'dB' });
    expect(fields['joins']?.label).toBe('At a cut');
    expect(fields['isLocked']?.label).toBe('Locked');
  });

  it('has the control of its type with its bounds', () => {
    expect(fields['minSilenceSeconds']?.control).toEqual({ kind: 'number', least: 0.05, most: 10, isWhole: false });
    expect(fields['seed']?.control).toEqual({ kind: 'number', least: null, most: null, isWhole: true });
    expect(fields['isLocked']?.control).toEqual({ kind: 'switch' });
    expect(fields['fill']?.control).toEqual({ kind: 'color' });
    expect(fields['note']?.control).toEqual({ kind: 'text', isLong: true, maxLength: 80 });
    expect(fields['material']?.control).toEqual({ kind: 'material', mediaKinds: ['video'] });
    expect(fields['window']?.control).toMatchObject({ kind: 'object', look: 'fields' });
  });

  it('offers its constants as options', () => {
    expect(fields['joins']?.control).toEqual({
      kind: 'choice',
      options: [
        { value: 'cut', label: 'Cut', hint: '' },
        { value: 'punch-in', label: 'Punch in', hint: '' },
      ],
    });
    expect(fields['outputFormat']).toMatchObject({
      hint: '',
      control: {
        options: [
          { label: 'MP4', hint: 'H.264, plays everywhere.' },
          { label: 'WebM', hint: 'VP9, smaller.' },
          { label: 'MOV', hint: 'ProRes 4444, large, for editing.' },
        ],
      },
    });
    expect(fields['targetSeconds']?.control).toMatchObject({ kind: 'choice', options: [{ value: 15 }, { value: 30 }] });
  });

  it('knows whether it is required, its default, and whether null is allowed', () => {
    expect(fields['material']).toMatchObject({ isRequired: true, isNullable: false });
    expect(fields['minSilenceSeconds']).toMatchObject({ isRequired: false, preset: 0.5 });
    expect(fields['thresholdDb']).toMatchObject({ isRequired: false, isNullable: true, preset: null });
    expect(fields['window']).toMatchObject({ isRequired: false, preset: undefined });
    expect(fields['autoApprove']).toMatchObject({ isAdvanced: true, label: 'Skip review', preset: false });
    expect(fields['note']?.isAdvanced).toBe(true);
  });
});

it('distinguishes the variants of a union by their properties', () => {
  const target = read(
    z.union([
      z.strictObject({ atSeconds: z.number(), box }),
      z.strictObject({ atSeconds: z.number(), note: z.string() }),
      z.literal('face'),
      z.number(),
    ]),
  );
  expect(target.control).toMatchObject({
    kind: 'either',
    variants: [
      { label: 'Box', field: { control: { fields: [{ name: 'atSeconds' }, { control: { look: 'box' } }] } } },
      { label: 'Note' },
      { label: 'Face', value: 'face' },
      { label: 'A number' },
    ],
  });
});

it('reads lists of objects, materials and numbers, and read-only values', () => {
  const fields = getFields(
    z.strictObject({
      cuts: z
        .array(z.strictObject({ id: z.string(), confidence: z.number().meta({ readOnly: true }) }))
        .min(1)
        .max(9),
      materials: z.array(material).meta({ mediaKinds: ['video', 'picture'] }),
      beats: z.array(z.number()).meta({ readOnly: true }),
    }),
  );
  expect(fields['cuts']?.control).toMatchObject({
    kind: 'list',
    least: 1,
    most: 9,
    item: { control: { fields: [{ name: 'id' }, { name: 'confidence', isReadOnly: true }] } },
  });
  expect(fields['materials']?.control).toMatchObject({
    item: { control: { kind: 'material', mediaKinds: ['video', 'picture'] } },
  });
  expect(fields['beats']).toMatchObject({ isReadOnly: true, control: { item: { control: { kind: 'number' } } } });
});

it('limits recursive schemas', () => {
  const root = { node: { type: 'object', properties: { next: { $ref: '#/node' } } } };
  expect(JSON.stringify(readSchema(root, { $ref: '#/node' }))).toContain('"kind":"json"');
});

describe('the description of the API', () => {
  const api = toRecord(JSON.parse(JSON.stringify(createOpenApi(new URL('https://offcut.test/')))));

  it.each(
    Object.values(recipes)
      .filter(({ isListed }) => isListed)
      .map((recipe) => [recipe.id, recipe] as const),
  )('has a form for %s, with its materials to be picked, and one for its proposal', (id, recipe) => {
    const call = findCall(api, `/v1/run/${id}`);
    const { control } = readSchema(api, call?.body);
    const kinds = control.kind === 'object' ? control.fields.map((field) => getKind(field)) : [];
    expect(kinds).toContain('material');
    expect(kinds).not.toContain('json');
    expect(call?.proposal !== undefined).toBe(recipe.proposal !== null);
    if (recipe.proposal !== null) {
      expect(JSON.stringify(readSchema(api, call?.proposal))).not.toContain('"kind":"json"');
    }
  });

  it.each(['remove-background', 'text-behind'])('offers the installed models for %s', (id) => {
    const { control } = readSchema(api, findCall(api, `/v1/run/${id}`)?.body);
    const model = control.kind === 'object' ? control.fields.find(({ name }) => name === 'model') : undefined;
    expect(model).toMatchObject({ control: { kind: 'model' }, preset: undefined, isRequired: false });
    expect(model?.hint).not.toMatch(/GET|POST/);
  });

  it('has no call for an unknown recipe', () => {
    expect(findCall(api, '/v1/run/nothing')).toBeUndefined();
  });
});

const getKind = ({ control }: Field): string => (control.kind === 'list' ? getKind(control.item) : control.kind);
